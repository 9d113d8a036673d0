import CCurl

extension TransferHead {
  init(_ easy: EasyHandle, isFile: Bool) {
    let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    status = isFile ? 200 : easy.long(CURLINFO_RESPONSE_CODE)
    effectiveURL = easy.string(CURLINFO_EFFECTIVE_URL) ?? ""
    contentType = easy.header("Content-Type")
    etag = easy.header("ETag")
    lastModified = easy.header("Last-Modified")
    acceptRanges = easy.header("Accept-Ranges")
    contentRange = easy.header("Content-Range")
    contentLength = length >= 0 ? length : nil
  }
}

extension TransferTimings {
  init(_ easy: EasyHandle) {
    func seconds(_ info: CURLINFO) -> Double { Double(easy.offset(info)) / 1_000_000 }
    dns = seconds(CURLINFO_NAMELOOKUP_TIME_T)
    connect = seconds(CURLINFO_CONNECT_TIME_T)
    tls = seconds(CURLINFO_APPCONNECT_TIME_T)
    firstByte = seconds(CURLINFO_STARTTRANSFER_TIME_T)
    total = seconds(CURLINFO_TOTAL_TIME_T)
  }
}
