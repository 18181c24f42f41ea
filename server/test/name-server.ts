import { createSocket } from 'node:dgram'

export type NameAnswer = { addresses: string[]; cname?: string } | 'unknown' | 'silent'

const A = 1
const CNAME = 5
const AAAA = 28

/** A real name server on this machine: says of each name what the test says, for no time at all. */
export const startNameServer = async (answerOf: (name: string, family: 4 | 6) => NameAnswer) => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, type, end } = questionIn(question)
    asked.push(name)
    const said = type === A ? answerOf(name, 4) : type === AAAA ? answerOf(name, 6) : 'unknown'
    if (said === 'silent') return
    const records =
      said === 'unknown'
        ? []
        : [
            ...(said.cname === undefined ? [] : [record(CNAME, nameBytes(said.cname))]),
            ...said.addresses
              .filter((address) => address.includes(':') === (type === AAAA))
              .map((address) => record(type, addressBytes(address), said.cname)),
          ]
    const head = Buffer.from(question.subarray(0, 12))
    // An answer, with recursion; 3 says that there is no such name.
    head.writeUInt16BE(said === 'unknown' ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from.port, from.address)
  })
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  return {
    asked,
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((closed) => socket.close(closed)),
  }
}

const questionIn = (bytes: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = bytes[at]!; length > 0; length = bytes[at]!) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: bytes.readUInt16BE(at + 1), end: at + 5 }
}

/** For the name that was asked, or another one. */
const record = (type: number, data: Buffer, of?: string) => {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([of === undefined ? Buffer.from([0xc0, 12]) : nameBytes(of), head, data])
}

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

const addressBytes = (address: string) => {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const groups = [...left!, ...Array<string>(8 - left!.length - right!.length).fill('0'), ...right!]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
