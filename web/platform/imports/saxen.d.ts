/** The library has no types; as far as it is used here. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      run: (name: string, attributes: () => Readonly<Record<string, string>>, decode: Decode) => void,
    ): this
    on(event: 'closeTag', run: (name: string) => void): this
    on(event: 'text', run: (text: string, decode: Decode) => void): this
    on(event: 'error', run: (error: Error) => void): this
    write(xml: string): this
    end(): this
  }
}
