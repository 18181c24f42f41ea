/** The part of the library that the test of the units asks: it brings no types of its own. */
declare module '@lhncbc/ucum-lhc' {
  export const UcumLhcUtils: {
    getInstance: () => {
      convertUnitTo: (from: string, value: number, to: string) => { status: string; toVal: number; msg: string[] }
    }
  }
}
