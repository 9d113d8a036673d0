#ifndef CSAMPLES_H
#define CSAMPLES_H

#include <stddef.h>

/// A file that the sample server serves, compiled into the program.
typedef struct {
  /// The path on the server.
  const char *path;
  /// The entity tag, with its quotes. It changes when the bytes do.
  const char *etag;
  const unsigned char *bytes;
  size_t size;
} SampleFileBytes;

const SampleFileBytes *sampleFiles(void);
int sampleFileCount(void);

#endif
