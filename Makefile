# make            the program, build/tablecert
# make demo       installs what is missing, judges and certifies reports/example
# make check      installs what is missing, all tests      (V=asan: with the sanitizers; V=debug: not optimised)
# make valgrind   the case transcripts once more, not optimised, under valgrind
# make lint bench fuzz validation mutants install dist deb clean format
V ?= release
CC = gcc
OUT = build$(if $(filter-out release,$(V)),/$(V))
PREFIX ?= /usr/local
LIBS = -lyaml -ljansson -lserialport -lcrypto -lqrencode -ljpeg -lpng -lcsv -lhpdf -lz -lunistring -lsqlite3 -lgeos_c -lmicrohttpd -lm
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wvla -Wno-unused-parameter
CFLAGS ?= -O2 -g
# As Debian builds: checks of the C library's calls, of the stack and of jumps; addresses fixed before main runs. The
# same tree gives the same bytes wherever it lies.
HARDEN = -fstack-protector-strong -fPIE -ffile-prefix-map=$(CURDIR)=. \
  $(if $(filter release,$(V)),-D_FORTIFY_SOURCE=2 -fstack-clash-protection) $(if $(filter x86_64,$(MACHINE)),-fcf-protection)
HARDEN_LINK = -pie -Wl,-z,relro,-z,now,--as-needed
MACHINE := $(shell uname -m)
VERSION := $(shell sed -n 's/^\#define VERSION "\(.*\)"/\1/p' src/cli/cmd_version.c)
CFLAGS_asan = -O1 -fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_debug = -O0
CFLAGS_V = $(CFLAGS_$(V))
comma = ,
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -Isrc $(WARN) $(CFLAGS) $(HARDEN) $(LTO) $(CFLAGS_V) $(if $(CI),-Werror) -MMD -MP
# The program is optimised as a whole; the objects can be linked without that too, as the tests are.
LTO = $(if $(findstring clang,$(CC)),,$(if $(filter release,$(V)),-flto=auto -ffat-lto-objects))
LINK = $(CC) $(CFLAGS) $(HARDEN) $(CFLAGS_V) $(HARDEN_LINK) $(LDFLAGS)
# make SAY= shows the whole commands
SAY = @echo "  $(if $(filter %.o,$@),CC,MAKE)  $@";

SOURCES = $(sort $(wildcard src/*/*.c src/*/*/*.c))
OBJECTS = $(SOURCES:src/%.c=$(OUT)/obj/%.o) $(OUT)/obj/data.o
LIBRARY = $(OUT)/libtablecert.a
FONTS = $(OUT)/font/DejaVuSans.ttf $(OUT)/font/DejaVuSans-Bold.ttf
FONT_FOLDER = /usr/share/fonts/truetype/dejavu
DATA = $(FONTS) $(sort $(wildcard profiles/*/*.yaml reports/text/*.yaml reports/messages/*.yaml reports/schema/*.json))
PACKED = $(patsubst %,$(OUT)/packed/%,$(filter %.yaml,$(DATA)))
# the pages of the desk
DATA += $(sort $(wildcard reports/desk/*))
UNITS = $(sort $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/test_*.c)))

COMPLETIONS = $(OUT)/completion/bash $(OUT)/completion/zsh
all: $(OUT)/tablecert $(OUT)/tablecert.1 $(COMPLETIONS)

$(OUT)/tablecert: $(OUT)/obj/cli/main.o $(LIBRARY)
	$(SAY)$(LINK) $(LTO) -o $@ $^ $(LIBS)

$(LIBRARY): $(filter-out $(OUT)/obj/cli/main.o,$(OBJECTS))
	$(SAY)rm -f $@; $(if $(LTO),gcc-ar,ar) qcs $@ $^

$(OUT)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(SAY)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The fonts of the certificates, cut down to the letters they can show.
$(OUT)/font/%.ttf: $(FONT_FOLDER)/%.ttf reports/font/subset reports/font/letters
	@mkdir -p $(@D)
	$(SAY)python3 reports/font/subset $< reports/font/letters $@.new && mv $@.new $@

# The build's own tool: shipped YAML is parsed when the program is built (src/base/yaml_pack.h).
PACK_OBJECTS = $(addprefix $(OUT)/obj/base/,arena.o buf.o diag.o memory.o near.o source.o str.o text.o yaml.o yaml_pack.o)
$(OUT)/pack: src/pack.c $(PACK_OBJECTS)
	$(SAY)$(LINK) -std=c17 -D_GNU_SOURCE -Isrc -o $@ $^ -lyaml -lunistring -ljansson -lcrypto

$(OUT)/packed/%: % $(OUT)/pack
	@mkdir -p $(@D)
	@$(OUT)/pack $< > $@.new && mv $@.new $@

# The shipped data files, inside the program (src/base/data.h): their bytes by the assembler, their table in C.
$(OUT)/data.S: $(DATA) $(PACKED) Makefile
	@mkdir -p $(@D)
	@{ printf '.section .rodata\n'; n=0; for f in $(DATA) $(PACKED); do n=$$((n+1)); \
	  printf '.global data_%d_from, data_%d_to\ndata_%d_from: .incbin "%s"\ndata_%d_to: .byte 0\n' $$n $$n $$n $$f $$n; done; \
	  printf '.section .note.GNU-stack,"",%%progbits\n'; } > $@

$(OUT)/data.c: $(DATA) Makefile
	@mkdir -p $(@D)
	@{ printf '#include "base/data.h"\n'; n=0; for f in $(DATA) $(PACKED); do n=$$((n+1)); \
	  printf 'extern const unsigned char data_%d_from[], data_%d_to[];\n' $$n $$n; done; \
	  printf 'const Data data_table[] = {\n'; n=0; p=$(words $(DATA)); for f in $(DATA); do n=$$((n+1)); packed='0, 0'; \
	  case $$f in *.yaml) p=$$((p+1)); packed="data_$${p}_from, data_$${p}_to";; esac; \
	  printf '    {"%s", data_%d_from, data_%d_to, %s},\n' $${f#$(OUT)/} $$n $$n "$$packed"; done; \
	  printf '    {0, 0, 0, 0, 0}};\nconst int data_count = %d;\n' $(words $(DATA)); } > $@

$(OUT)/obj/data.o: $(OUT)/data.c $(OUT)/data.S
	@mkdir -p $(@D)
	$(SAY)$(CC) -std=c17 -Isrc -c -o $(OUT)/obj/data_table.o $(OUT)/data.c && \
	$(CC) -c -o $(OUT)/obj/data_bytes.o $(OUT)/data.S && \
	ld -r -o $@ $(OUT)/obj/data_table.o $(OUT)/obj/data_bytes.o

$(OUT)/tablecert.1: $(OUT)/tablecert
	$(SAY)$(OUT)/tablecert --manual > $@.new && mv $@.new $@

$(OUT)/completion/%: $(OUT)/tablecert
	@mkdir -p $(@D)
	$(SAY)$(OUT)/tablecert --completion $* > $@.new && mv $@.new $@

# Tests. Each tests/unit/test_X.c is one program; tests/run gathers all.
$(OUT)/tests/%: tests/unit/%.c $(LIBRARY) $(wildcard tests/unit/*.h)
	@mkdir -p $(@D)
	$(SAY)$(LINK) -fno-lto -std=c17 -D_GNU_SOURCE -Isrc -Itests/unit -Wall -Wextra -o $@ $< $(LIBRARY) $(LIBS) $(shell pkg-config --libs check 2>/dev/null)

# The calls of libserialport that test_serial takes the place of.
WRAPPED = get_port_by_name open close free_port get_port_handle last_error_code set_baudrate set_bits set_parity set_stopbits \
  set_flowcontrol set_dtr set_rts flush nonblocking_read input_waiting blocking_read blocking_read_next wait drain
$(OUT)/tests/test_serial: LDFLAGS += $(WRAPPED:%=-Wl$(comma)--wrap=sp_%)

# The validation report: published worked examples against ours.
$(OUT)/tests/validation: tests/validation/validation.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY)$(LINK) -std=c17 -D_GNU_SOURCE -Isrc -Wall -Wextra -o $@ $< $(LIBRARY) $(LIBS)

# Judges many hall plans in one run, for tests/scripts/hall_random.py.
$(OUT)/tests/hall_stream: tests/hall/stream.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY)$(LINK) -std=c17 -D_GNU_SOURCE -Isrc -Wall -Wextra -o $@ $< $(LIBRARY) $(LIBS)

validation: $(OUT)/tests/validation
	$< > tests/validation.md

# Each fuzz target replays its corpus.
REPLAYS = $(patsubst tests/fuzz/%.c,$(OUT)/tests/%,$(wildcard tests/fuzz/fuzz_*.c))
$(OUT)/tests/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY)$(LINK) -fno-lto -std=c17 -D_GNU_SOURCE -Isrc -w -o $@ $< tests/fuzz/replay.c $(LIBRARY) $(LIBS)

units: $(UNITS) $(REPLAYS) $(OUT)/tests/validation $(OUT)/tests/hall_stream

.deps:
	@.ci/deps

check: .deps
	@$(MAKE) --no-print-directory V=$(V) all units
	@tests/run $(OUT)

demo: .deps
	@$(MAKE) --no-print-directory all
	@tests/demo $(OUT)/tablecert

valgrind: .deps
	@.ci/deps valgrind
	@$(MAKE) --no-print-directory V=debug all
	@tests/valgrind build/debug/tablecert

lint: .deps
	@tests/lint

# Ratios against bare libraries in one run; each tests/bench/bench_* says its own.
bench: .deps
	@$(MAKE) --no-print-directory V=$(V) all
	@failed=0; for b in tests/bench/bench_*; do [ ! -x $$b ] || \
	  BUILD=$(CURDIR)/$(OUT) TABLECERT=$(CURDIR)/$(OUT)/tablecert $$b || { echo "$$b: FAILED"; failed=1; }; done; exit $$failed

# Each tests/fuzz/fuzz_*.c for FUZZ_SECONDS, with clang's fuzzer; what it finds stays in build/fuzz.
FUZZ_SECONDS ?= 60
FUZZERS = $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
build/fuzz/%: tests/fuzz/%.c $(filter-out src/cli/%,$(SOURCES)) build/obj/data.o
	@mkdir -p $(@D)/$*.corpus
	$(SAY)clang -std=c17 -D_GNU_SOURCE -Isrc -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -w -o $@ $^ $(LIBS)

fuzz: .deps
	@$(MAKE) --no-print-directory $(FUZZERS)
	@for f in $(FUZZERS); do echo "$$f: $(FUZZ_SECONDS) s"; \
	  $$f -max_total_time=$(FUZZ_SECONDS) -max_len=2000 -timeout=10 -artifact_prefix=build/fuzz/ -verbosity=0 -print_final_stats=1 \
	    $$f.corpus $$( [ -d tests/fuzz/$$(basename $$f) ] && echo tests/fuzz/$$(basename $$f) ) || exit 1; done

# Does a test notice when a comparison, a sign or a number of the rooms that decide changes?
mutants: .deps
	@tests/mutants

install: all
	install -Dm755 $(OUT)/tablecert $(DESTDIR)$(PREFIX)/bin/tablecert
	install -Dm644 $(OUT)/tablecert.1 $(DESTDIR)$(PREFIX)/share/man/man1/tablecert.1
	install -Dm644 reports/tablecert-desk.desktop $(DESTDIR)$(PREFIX)/share/applications/tablecert-desk.desktop
	install -Dm644 $(OUT)/completion/bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tablecert
	install -Dm644 $(OUT)/completion/zsh $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_tablecert
	for f in config.yaml instruments.yaml T3.csv T4.csv; do \
	  install -Dm644 reports/example/$$f $(DESTDIR)$(PREFIX)/share/doc/tablecert/examples/$$f || exit 1; done

# The sources as they are committed, and a Debian package that lintian accepts.
dist:
	@mkdir -p $(OUT)
	$(SAY)git archive --format=tar.gz --prefix=tablecert-$(VERSION)/ -o $(OUT)/tablecert-$(VERSION).tar.gz HEAD

deb: .deps
	@.ci/deps deb
	@$(MAKE) --no-print-directory all
	@.ci/deb $(OUT) $(VERSION)

format:
	clang-format -i src/*.c src/*/*.[ch] src/*/*/*.[ch] tests/unit/*.[ch]

clean:
	rm -rf build

.PHONY: all units validation check valgrind demo lint bench fuzz mutants install dist deb format clean .deps
-include $(OBJECTS:.o=.d)
