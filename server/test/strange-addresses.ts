/** Hosts that a stranger must not reach, in the spellings that have got past guards elsewhere. */
const HOSTS = `
127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 127.255.255.254 127.0.0.1. 127%2e0%2e0%2e1
0 0.0.0.0 0x0 00000000 0.0.0.1 ①②⑦.⓪.⓪.① １２７.0.0.1 127。0。0。1
[::1] [::] [0:0:0:0:0:0:0:1] [0000::1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001]
[::ffff:0:127.0.0.1] [::ffff:0:7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]

169.254.169.254 169.254.169.254. 169.254.169.254:80 169。254。169。254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518
[::ffff:a9fe:a9fe] [::a9fe:a9fe] [64:ff9b::a9fe:a9fe] [64:ff9b:1::a9fe:a9fe] [2002:a9fe:a9fe::] [2001:0:a9fe:a9fe::]
[fe80::a9fe:a9fe] [fd00:ec2::254] 169.254.170.2 100.100.100.200

10.0.0.1 10.255.255.255 0x0a000001 167772161 012.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 192.168.1.254 0xc0a80001 3232235521
[::ffff:10.0.0.1] [::ffff:c0a8:1] [::10.0.0.1] [::ffff:0:10.0.0.1] [64:ff9b::a00:1] [64:ff9b:1::a00:1] [2002:a00:1::1] [2002:c0a8:1::]
[2002:7f00:1::] [fc00::1] [fd12:3456:789a::1] [fdff:ffff::1] [fec0::1]
100.64.0.1 100.127.255.254 [::ffff:100.64.0.1] 198.18.0.1 198.19.255.254 [2001:2::1]

169.254.0.1 [fe80::1] [febf::1] 224.0.0.1 239.255.255.250 255.255.255.255 [ff02::1] [ff0e::1]
192.0.2.1 198.51.100.7 203.0.113.9 [2001:db8::1] [3fff::1] 192.0.0.1 192.0.0.8 192.88.99.1 192.31.196.1 192.175.48.1
240.0.0.1 250.1.2.3 [100::1] [1::1] [4000::1] [5f00::1] [2001::1] [2001:10::1] [2001:20::1]

localhost localhost. LOCALHOST foo.localhost ｌｏｃａｌｈｏｓｔ printer.local metadata.google.internal db.internal. router.lan
intranet kubernetes nas.home.arpa abc.onion
`
export const PRIVATE_ADDRESSES: readonly string[] = HOSTS.trim()
  .split(/\s+/)
  .map((host) => `http://${host}/`)

const WRONG = `
http:// https:/// //10.0.0.1/ /feed rival http://[::1 file:///etc/passwd ftp://rival.example/ gopher://rival.example/
data:text/html,x javascript:alert(1) ws://rival.example/ unix:///var/run/docker.sock about:blank
http://user:secret@rival.example/ http://user@rival.example/ http://rival.example@127.0.0.1/ http://rival.example:22/
http://rival.example:8080/ http://rival.example:0/ https://rival.example:65536/ http://rival.example..../
http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/
`
/** Texts that are no address of a website at all. */
export const WRONG_ADDRESSES: readonly string[] = [
  ...WRONG.trim().split(/\s+/),
  '',
  ' ',
  'http:// /',
  'http://a b.example/',
  `http://rival.example/${'a'.repeat(2_000)}`,
]
