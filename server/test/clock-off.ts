// Loaded before a server: its machine's clock is off by as many milliseconds as `by` says, and by as many the other way from SIGUSR2 on.
let off = Number(new URL(import.meta.url).searchParams.get('by'))
process.on('SIGUSR2', () => (off = -off))

const Right = Date
globalThis.Date = new Proxy(Right, {
  construct: (target, args, wrong) => Reflect.construct(target, args.length === 0 ? [Right.now() + off] : args, wrong),
  apply: () => new Date().toString(),
  get: (target, name, wrong) => (name === 'now' ? () => Right.now() + off : Reflect.get(target, name, wrong)),
})
