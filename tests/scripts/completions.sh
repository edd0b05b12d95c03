#!/bin/bash
# The completions that bash makes of what people begin to type; zsh reads its own where it is installed.
source "$BUILD/completion/bash" || exit 1
PATH=$BUILD:$PATH
bad=0
completes() { # what stands on the line … , then what must be among the proposals
    local wanted=${*: -1}
    COMP_WORDS=("${@:1:$#-1}") COMP_CWORD=$(($# - 2)) COMPREPLY=()
    _tablecert
    [[ " ${COMPREPLY[*]} " == *" $wanted "* ]] || { echo "${COMP_WORDS[*]}: no $wanted in: ${COMPREPLY[*]}"; bad=1; }
}
completes() { # what stands on the line … , then what must be among the proposals
    local wanted=${*: -1}
    COMP_WORDS=("${@:1:$#-1}") COMP_CWORD=$(($# - 2)) COMPREPLY=()
    _tablecert
    [[ " ${COMPREPLY[*]} " == *" $wanted "* ]] || { echo "${COMP_WORDS[*]}: no $wanted in: ${COMPREPLY[*]}"; bad=1; }
}
completes tablecert ch check
completes tablecert check --prof --profile
completes tablecert check -p carom-sk-2 carom-sk-284
completes tablecert certify -l "" sk
completes tablecert check READ README.md
if command -v zsh >/dev/null; then zsh -n "$BUILD/completion/zsh" || bad=1; fi
exit $bad
