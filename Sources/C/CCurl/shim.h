#ifndef PIPELINE_CCURL_H
#define PIPELINE_CCURL_H

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85 or newer is needed (CURLOPT_PROTOCOLS_STR)"
#endif

/* Swift cannot call variadic functions, which curl uses to set all options. Each wrapper fixes the type of
   the value, so that a long is never passed where curl reads a pointer or a curl_off_t. */

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_write_callback(CURL *easy, CURLoption option, curl_write_callback function) {
  return curl_easy_setopt(easy, option, function);
}

static inline CURLcode ccurl_set_prereq_function(CURL *easy, curl_prereq_callback function) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_set_opensocket_function(CURL *easy, curl_opensocket_callback function) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

/* CURL_NETRC_OPTIONAL was an enumerator at first and is a macro today, and Swift gives each another type. */
static const long ccurl_netrc_optional = CURL_NETRC_OPTIONAL;

/* Swift doesn't import these macros because of their casts. */
enum {
  ccurl_auth_basic = CURLAUTH_BASIC,
  ccurl_auth_digest = CURLAUTH_DIGEST,
  ccurl_auth_negotiate = CURLAUTH_NEGOTIATE,
  ccurl_auth_ntlm = CURLAUTH_NTLM,
  ccurl_auth_bearer = CURLAUTH_BEARER
};

/* Ending a transfer while its host name is being resolved joins the resolver's thread, which would block
   all other transfers until the name server responds. With this option, the thread is left running. It
   ends by itself and frees its memory. */
static inline CURLcode ccurl_leave_resolver_behind(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
  return CURLE_OK;
#endif
}

/* The version of libcurl at run time, which may be newer than these headers. */
static inline unsigned int ccurl_version_number(void) {
  return curl_version_info(CURLVERSION_NOW)->version_num;
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_list(CURL *easy, CURLINFO info, struct curl_slist **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode ccurl_share_lock_data(CURLSH *share, curl_lock_data data) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

#endif
