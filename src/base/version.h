/* The program's version: `tablecert --version`, and in every twin. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define TABLECERT_VERSION "0.1.0"

#endif
