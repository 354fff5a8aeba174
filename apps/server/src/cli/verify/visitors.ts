/** Headers of common browsers: a server may send other bytes to some of them. */
export const visitors: Readonly<Record<string, Record<string, string>>> = {
  Chrome: {
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en-US,en;q=0.9',
  },
  Firefox: {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'de,en-US;q=0.7,en;q=0.3',
  },
  'Safari on a phone': {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'accept-encoding': 'gzip',
    'accept-language': 'ja-JP,ja;q=0.9',
  },
  'a program': { 'user-agent': 'curl/8.16.0', accept: '*/*' },
}

/** Headers that a browser adds when it loads a document into an iframe, or a file of that document. */
export const fetchHeaders = {
  document: {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'sec-fetch-dest': 'iframe',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'same-site',
    'upgrade-insecure-requests': '1',
  },
  file: { accept: '*/*', 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
}
