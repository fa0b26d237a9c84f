// Why C: libpq is opened when a history on a server is first used, because the libraries that it
// brings along (Kerberos, LDAP) would cost every start of every command some milliseconds. A
// function that is found by its name has no type; here the compiler gives it one.
//
// The declarations are those of libpq's documentation (PostgreSQL, chapter "libpq"), whose binary
// interface has been version 5 since 2006. Where its header is installed, CLibPQ.c compares them.

#ifndef CLIBPQ_H
#define CLIBPQ_H

// A connection, and the answer to a statement.
typedef struct pg_conn cpq_connection;
typedef struct pg_result cpq_result;

// States of a connection that is being made.
enum { CPQ_BAD = 1 };
enum { CPQ_POLLING_READING = 1, CPQ_POLLING_WRITING = 2, CPQ_POLLING_OK = 3 };

// What an answer is.
enum { CPQ_EMPTY_QUERY = 0, CPQ_COMMAND_OK = 1, CPQ_TUPLES_OK = 2 };

// A setting of a connection; a list of them ends with one without a keyword.
struct cpq_option {
  const char *_Nullable keyword;
  const char *_Nullable environment;
  const char *_Nullable compiled;
  const char *_Nullable value;
  const char *_Nullable label;
  const char *_Nullable display;
  int size;
};

typedef void (*cpq_notice)(void *_Nullable argument, const char *_Nullable message);

// The functions that are used: name, result and arguments.
#define CPQ_FUNCTIONS(F)                                                                        \
  F(PQconnectStart, cpq_connection *_Nullable, (const char *_Nonnull uri))                      \
  F(PQconnectPoll, int, (cpq_connection *_Nonnull))                                             \
  F(PQstatus, int, (cpq_connection *_Nonnull))                                                  \
  F(PQsetNoticeProcessor, cpq_notice _Nullable,                                                 \
    (cpq_connection *_Nonnull, cpq_notice _Nonnull, void *_Nullable))                           \
  F(PQfinish, void, (cpq_connection *_Nonnull))                                                 \
  F(PQsetnonblocking, int, (cpq_connection *_Nonnull, int on))                                  \
  F(PQsetClientEncoding, int, (cpq_connection *_Nonnull, const char *_Nonnull))                 \
  F(PQsendQueryParams, int,                                                                     \
    (cpq_connection *_Nonnull, const char *_Nullable statement, int count,                      \
     const unsigned *_Nullable types, const char *_Nullable const *_Nullable values,            \
     const int *_Nullable lengths, const int *_Nullable formats, int result_format))            \
  F(PQsendQuery, int, (cpq_connection *_Nonnull, const char *_Nullable statements))             \
  F(PQisBusy, int, (cpq_connection *_Nonnull))                                                  \
  F(PQconsumeInput, int, (cpq_connection *_Nonnull))                                            \
  F(PQflush, int, (cpq_connection *_Nonnull))                                                   \
  F(PQsocket, int, (cpq_connection *_Nonnull))                                                  \
  F(PQerrorMessage, const char *_Nullable, (cpq_connection *_Nonnull))                          \
  F(PQgetResult, cpq_result *_Nullable, (cpq_connection *_Nonnull))                             \
  F(PQclear, void, (cpq_result *_Nonnull))                                                      \
  F(PQresultStatus, int, (cpq_result *_Nonnull))                                                \
  F(PQresultErrorField, const char *_Nullable, (cpq_result *_Nonnull, int field))               \
  F(PQresultErrorMessage, const char *_Nullable, (cpq_result *_Nonnull))                        \
  F(PQntuples, int, (cpq_result *_Nonnull))                                                     \
  F(PQnfields, int, (cpq_result *_Nonnull))                                                     \
  F(PQgetisnull, int, (cpq_result *_Nonnull, int row, int column))                              \
  F(PQgetvalue, const char *_Nullable, (cpq_result *_Nonnull, int row, int column))             \
  F(PQgetlength, int, (cpq_result *_Nonnull, int row, int column))                              \
  F(PQconndefaults, struct cpq_option *_Nullable, (void))                                       \
  F(PQconninfoParse, struct cpq_option *_Nullable,                                              \
    (const char *_Nonnull uri, char *_Nullable *_Nullable message))                             \
  F(PQconninfoFree, void, (struct cpq_option *_Nonnull))                                        \
  F(PQfreemem, void, (void *_Nonnull))

#define CPQ_MEMBER(name, result, arguments) result(*_Nonnull name) arguments;
struct cpq_functions {
  CPQ_FUNCTIONS(CPQ_MEMBER)
};
#undef CPQ_MEMBER

// The functions of the installed libpq, which is opened by the first call and never closed; null
// where there is none.
const struct cpq_functions *_Nullable cpq_load(void);

#endif
