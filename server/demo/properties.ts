/** What the products of a demo company are described by. */
export interface Properties {
  /** The path of each category, parents first; the last name is that of the products' list. */
  categories: readonly string[]
  attributes: readonly DemoAttribute[]
  /** By the name of a category: codes of its attributes, those that are required with a `*`. */
  lists: Readonly<Record<string, readonly string[]>>
  /** By the code of a product, the value of each attribute. */
  values: ReadonlyMap<string, ReadonlyMap<string, unknown>>
}

export interface DemoAttribute {
  code: string
  label: string
  group: string
  type: string
  family: string | null
  /** The default one first. */
  units: readonly string[]
  min: string | null
  max: string | null
  decimals: number | null
  max_length: number | null
  mask: string | null
  help: string | null
  options: readonly string[]
}

/** `code | label | group | type | what its type needs` */
const readAttributes = (text: string): DemoAttribute[] =>
  linesOf(text).map((line) => {
    const [code = '', label = '', group = '', type = '', more = ''] = line.split('|').map((part) => part.trim())
    const said = new Map(more.split(';').map((part) => pairOf(part, '=')))
    const list = (name: string) =>
      said
        .get(name)
        ?.split(',')
        .map((each) => each.trim()) ?? []
    return {
      code,
      label,
      group,
      type,
      family: said.get('family') ?? null,
      units: list('units'),
      min: said.get('min') ?? null,
      max: said.get('max') ?? null,
      decimals: said.has('decimals') ? Number(said.get('decimals')) : null,
      max_length: type === 'text' ? Number(said.get('length') ?? 255) : null,
      mask: said.get('mask') ?? null,
      help: said.get('help') ?? null,
      options: list('options'),
    }
  })

/** `CODE: attribute=value; attribute=value` */
const readValues = (text: string, attributes: readonly DemoAttribute[]) => {
  const typeOf = new Map(attributes.map((attribute) => [attribute.code, attribute]))
  return new Map(
    linesOf(text).map((line) => {
      const [code, said] = pairOf(line, ':')
      const values = said.split(';').flatMap((part) => {
        const [name, value] = pairOf(part, '=')
        const attribute = typeOf.get(name)
        return attribute ? [[name, valueOf(attribute, value)] as const] : []
      })
      return [code, new Map(values)]
    }),
  )
}

const valueOf = ({ type }: DemoAttribute, said: string): unknown => {
  const [amount = '', ...unit] = said.split(' ')
  if (type === 'boolean') return said === 'yes'
  if (type === 'option') return optionCode(said)
  if (type === 'options') return said.split(',').map((each) => optionCode(each.trim()))
  if (type === 'quantity') return { value: amount, unit: unit.join(' ') }
  if (type !== 'range') return said
  const [min = '', max = ''] = amount.split('..')
  return { min: min || null, max: max || null, unit: unit.join(' ') }
}

export const optionCode = (label: string) => label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
const pairOf = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by)
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

const INDUSTRIAL_ATTRIBUTES = readAttributes(`
  material | Material | Construction | option | options=Stainless steel 316, Stainless steel 304, PTFE, Brass, Polypropylene, EPDM, FKM, NBR, Silicon carbide, Nitrile, Polycarbonate, Carbon steel
  connection | Connection | Construction | option | options=1/4 in NPT, 1/2 in BSP, 1 in BSP, 2 in BSP, DN25 flange, DN50 flange, DN80 flange, DN100 wafer, Hose barb 10 mm, Camlock 2 in
  diameter | Nominal diameter | Construction | quantity | family=length; units=mm,[in_i]; min=1; max=1000
  weight | Weight | Construction | quantity | family=mass; units=kg,g,[lb_av]; min=0; decimals=3
  colour | Colour | Construction | text | length=40
  pressure_max | Pressure, highest | Limits | quantity | family=pressure; units=bar,mbar,MPa,[psi]; min=0; max=1000; help=The highest pressure at 20 °C
  temperature | Temperature | Limits | range | family=temperature; units=Cel,[degF]; min=-270; max=1200
  flow_max | Flow, highest | Limits | quantity | family=flow; units=L/min,mL/min,m3/h; min=0
  power | Power | Drive | quantity | family=power; units=kW,W,[HP]; min=0; decimals=2
  voltage | Voltage | Drive | quantity | family=voltage; units=V; min=0
  protection | Protection class | Drive | text | length=4; mask=IP99
  sizes | Sizes | Wearing | options | options=S, M, L, XL, One size
  level | Protection level | Wearing | text | length=60
  accuracy | Accuracy, ± % | Measuring | number | min=0; max=100; decimals=2
  output | Output signal | Measuring | options | options=4–20 mA, 0–10 V, Modbus RTU, HART, Pulse, None
  certificates | Certificates | Papers | options | options=CE, ATEX, FDA, EN 10204 3.1, ISO 9001, TA-Luft
  standard | Standard | Papers | text | length=60; help=Such as EN 374
  data_sheet | Data sheet | Papers | url |
  hazardous | Dangerous goods | Papers | boolean |
  shelf_life | Shelf life | Papers | quantity | family=time; units=mo,a; min=0
  on_sale_since | On sale since | Papers | date | min=1990-01-01
  notes | Notes for sales | Papers | long_text |
`)

export const INDUSTRIAL_PROPERTIES: Properties = {
  categories: [
    'Fluid handling',
    'Fluid handling > Hoses and fittings',
    'Fluid handling > Hoses and fittings > Couplings',
    'Fluid handling > Valves',
    'Fluid handling > Pumps',
    'Plant equipment',
    'Plant equipment > Safety',
    'Plant equipment > Seals and bearings',
    'Plant equipment > Measuring',
  ],
  attributes: INDUSTRIAL_ATTRIBUTES,
  lists: {
    'Fluid handling': [
      'material*',
      'pressure_max*',
      'temperature',
      'connection',
      'weight',
      'certificates',
      'data_sheet',
    ],
    'Hoses and fittings': ['diameter*', 'temperature*', 'colour'],
    Couplings: ['connection*'],
    Valves: ['connection*', 'diameter', 'voltage', 'protection'],
    Pumps: ['flow_max*', 'power', 'voltage', 'protection'],
    'Plant equipment': ['certificates', 'standard', 'weight', 'data_sheet', 'on_sale_since', 'notes'],
    Safety: ['standard*', 'sizes', 'level', 'material', 'shelf_life', 'hazardous'],
    'Seals and bearings': ['material*', 'diameter*', 'temperature', 'pressure_max'],
    Measuring: ['accuracy*', 'output*', 'connection', 'temperature', 'pressure_max', 'protection', 'voltage'],
  },
  values: readValues(
    `
    HP-1001: material=Stainless steel 316; pressure_max=160 bar; temperature=-200..400 Cel; diameter=0.5 [in_i]; connection=1/2 in BSP; weight=0.4 kg; certificates=CE, EN 10204 3.1; data_sheet=https://halden.example/sheets/hp-1001.pdf
    HP-1002: material=Stainless steel 316; pressure_max=40 bar; temperature=-200..400 Cel; diameter=2 [in_i]; connection=2 in BSP; weight=1.9 kg; certificates=CE
    HP-1003: material=PTFE; pressure_max=25 bar; temperature=-40..150 Cel; diameter=1 [in_i]; colour=White; certificates=FDA
    HP-1004: material=Stainless steel 316; pressure_max=16 bar; temperature=-30..120 Cel; diameter=2 [in_i]; connection=Camlock 2 in; weight=0.85 kg
    HP-1005: material=Brass; pressure_max=10 bar; diameter=6 mm; connection=1/4 in NPT; weight=60 g
    HP-2001: material=Stainless steel 316; pressure_max=63 bar; temperature=-30..200 Cel; connection=1 in BSP; diameter=25 mm; weight=1.2 kg; certificates=CE, ATEX, EN 10204 3.1; data_sheet=https://halden.example/sheets/hp-2001.pdf
    HP-2002: material=Carbon steel; pressure_max=16 bar; temperature=-10..110 Cel; connection=DN100 wafer; diameter=100 mm; weight=4.6 kg; certificates=CE
    HP-2003: material=Stainless steel 316; pressure_max=6000 [psi]; temperature=-50..230 Cel; connection=1/4 in NPT; weight=310 g
    HP-2004: material=Brass; pressure_max=10 bar; connection=1/2 in BSP; weight=0.7 kg; certificates=CE, TA-Luft
    HP-2005: material=Brass; pressure_max=12 bar; connection=1/2 in BSP; voltage=24 V; protection=IP65; weight=0.55 kg
    HP-3001: material=Polypropylene; pressure_max=2 bar; flow_max=600 mL/min; power=0.05 kW; voltage=230 V; protection=IP31; connection=Hose barb 10 mm; weight=3.8 kg; certificates=CE
    HP-3002: material=Polypropylene; pressure_max=7 bar; flow_max=50 L/min; connection=1/2 in BSP; weight=5.1 kg; certificates=CE, ATEX
    HP-3003: material=Stainless steel 304; pressure_max=10 bar; flow_max=24 m3/h; power=2.2 kW; voltage=400 V; protection=IP55; connection=DN50 flange; weight=38 kg; data_sheet=https://halden.example/sheets/hp-3003.pdf
    HP-3004: material=Polypropylene; flow_max=75 L/min; power=0.46 kW; voltage=230 V; weight=7.4 kg
    HP-4001: standard=EN 374; sizes=S, M, L, XL; material=Nitrile; shelf_life=5 a; certificates=CE; colour=Blue
    HP-4002: standard=EN 166; sizes=One size; material=Polycarbonate; level=1B; certificates=CE
    HP-4003: standard=EN 14605; sizes=M, L, XL; level=Type 4; shelf_life=10 a; certificates=CE
    HP-4004: standard=EN 15154; weight=42 kg; certificates=CE; notes=Sold with a floor plate. Installation is offered by our service partner.
    HP-4005: hazardous=no; weight=9.5 kg
    HP-4006: standard=EN 140; sizes=S, M, L; level=A2P3; shelf_life=36 mo; certificates=CE
    HP-5001: material=FKM; diameter=50 mm; temperature=-20..200 Cel
    HP-5002: material=Stainless steel 316; diameter=80 mm; pressure_max=250 bar; temperature=-200..550 Cel; certificates=TA-Luft
    HP-5003: material=Carbon steel; diameter=52 mm; temperature=-30..120 Cel; weight=127 g; standard=ISO 15
    HP-5004: material=Silicon carbide; diameter=35 mm; pressure_max=25 bar; temperature=-40..220 Cel
    HP-5005: diameter=1000 mm; temperature=-200..260 Cel
    HP-6001: accuracy=1.6; output=None; connection=1/2 in BSP; pressure_max=16 bar; protection=IP65; on_sale_since=2019-03-01
    HP-6002: accuracy=0.5; output=4–20 mA, HART, Pulse; connection=DN50 flange; pressure_max=16 bar; protection=IP67; voltage=24 V; on_sale_since=2022-09-15
    HP-6003: accuracy=0.15; output=None; temperature=-50..400 Cel; connection=1/2 in BSP; on_sale_since=2016-05-02
    HP-6004: accuracy=0.25; output=4–20 mA, Modbus RTU; protection=IP67; voltage=24 V; on_sale_since=2024-01-22
    HP-6005: accuracy=0.1; voltage=24 V
    `,
    INDUSTRIAL_ATTRIBUTES,
  ),
}

const LABORATORY_ATTRIBUTES = readAttributes(`
  material | Material | Ware | option | options=Borosilicate glass 3.3, Polypropylene, Polystyrene, Polyethylene, Cellulose, Nylon, PTFE, Stainless steel 304
  volume | Volume | Ware | quantity | family=volume; units=mL,uL,L; min=0
  volume_range | Volume range | Ware | range | family=volume; units=uL,mL; min=0
  diameter | Diameter | Ware | quantity | family=length; units=mm,um; min=0
  pack_size | Pieces in a pack | Ware | number | min=1; decimals=0
  sterile | Sterile | Ware | boolean |
  autoclavable | Autoclavable | Ware | boolean |
  accuracy_class | Class | Ware | option | options=Class A, Class AS, Class B
  capacity | Capacity | Performance | quantity | family=mass; units=g,mg,kg; min=0
  readability | Readability | Performance | quantity | family=mass; units=mg,ug,g; min=0
  temperature | Temperature | Performance | range | family=temperature; units=Cel,K; min=-273; max=1800
  speed | Speed, highest | Performance | quantity | family=frequency; units=1/min; min=0
  accuracy | Accuracy, ± % | Performance | number | min=0; max=100; decimals=3
  wavelength | Wavelengths | Performance | range | family=length; units=nm; min=100; max=2500
  power | Power | Supply | quantity | family=power; units=W,kW; min=0
  voltage | Voltage | Supply | quantity | family=voltage; units=V; min=0
  weight | Weight | Supply | quantity | family=mass; units=kg,g; min=0
  interfaces | Interfaces | Supply | options | options=USB, RS-232, Ethernet, Bluetooth, None
  serial_mask | Order code | Papers | text | length=7; mask=AA-9999
  standard | Standard | Papers | text | length=60
  manual | Manual | Papers | url |
  calibrated | Calibration valid for | Papers | quantity | family=time; units=mo,a; min=0
  expires | Batch expires | Papers | date |
`)

export const LABORATORY_PROPERTIES: Properties = {
  categories: [
    'Lab ware',
    'Lab ware > Glassware',
    'Lab ware > Liquid handling',
    'Lab ware > Consumables',
    'Equipment',
    'Equipment > Instruments',
    'Equipment > Heating and mixing',
  ],
  attributes: LABORATORY_ATTRIBUTES,
  lists: {
    'Lab ware': ['material*', 'volume', 'pack_size', 'sterile', 'autoclavable', 'standard', 'serial_mask'],
    Glassware: ['volume*', 'accuracy_class', 'accuracy'],
    'Liquid handling': ['volume_range', 'accuracy*', 'calibrated'],
    Consumables: ['pack_size*', 'sterile*', 'diameter', 'expires'],
    Equipment: ['power*', 'voltage*', 'weight', 'interfaces', 'manual', 'calibrated', 'serial_mask'],
    Instruments: ['capacity', 'readability', 'wavelength', 'accuracy', 'speed', 'interfaces*'],
    'Heating and mixing': ['temperature*', 'volume', 'speed'],
  },
  values: readValues(
    `
    MI-1001: material=Borosilicate glass 3.3; volume=250 mL; pack_size=12; autoclavable=yes; standard=ISO 3819; serial_mask=MI-1001
    MI-1002: material=Borosilicate glass 3.3; volume=500 mL; pack_size=10; autoclavable=yes; standard=ISO 1773
    MI-1003: material=Borosilicate glass 3.3; volume=100 mL; accuracy_class=Class A; accuracy=0.1; standard=ISO 1042
    MI-1004: material=Borosilicate glass 3.3; volume=1 L; accuracy_class=Class B; accuracy=1; standard=ISO 4788
    MI-1005: material=Borosilicate glass 3.3; volume=1 L; autoclavable=yes; standard=ISO 4796-1
    MI-2001: material=Polypropylene; volume_range=100..1000 uL; accuracy=0.6; autoclavable=yes; calibrated=12 mo; standard=ISO 8655
    MI-2002: material=Polypropylene; volume_range=10..100 uL; accuracy=0.8; autoclavable=yes; calibrated=12 mo
    MI-2003: material=Polypropylene; volume=200 uL; pack_size=960; sterile=yes; accuracy=1
    MI-2004: material=PTFE; volume_range=5..50 mL; accuracy=0.5; autoclavable=yes; calibrated=1 a
    MI-2005: material=Polystyrene; volume=10 mL; pack_size=200; sterile=yes
    MI-2006: material=PTFE; volume_range=0.01..50 mL; accuracy=0.2; calibrated=12 mo
    MI-3001: power=16 W; voltage=230 V; capacity=220 g; readability=0.1 mg; interfaces=USB, RS-232; weight=5.2 kg; calibrated=1 a; manual=https://meridian.example/manuals/mi-3001.pdf
    MI-3002: power=120 W; voltage=230 V; wavelength=190..1100 nm; interfaces=USB; weight=14 kg; accuracy=0.3
    MI-3003: power=5 W; voltage=12 V; accuracy=0.05; interfaces=USB, Bluetooth; weight=900 g
    MI-3004: power=850 W; voltage=230 V; speed=15000 1/min; interfaces=None; weight=54 kg
    MI-3005: power=10 W; voltage=5 V; interfaces=USB; weight=6.4 kg
    MI-3006: power=400 W; voltage=230 V; capacity=50 g; readability=1 mg; weight=4.7 kg
    MI-3007: weight=38 kg
    MI-4001: power=630 W; voltage=230 V; temperature=20..340 Cel; volume=5 L; speed=1500 1/min; weight=2.9 kg
    MI-4002: power=2.4 kW; voltage=230 V; temperature=30..300 Cel; volume=108 L; weight=64 kg
    MI-4003: power=1.1 kW; voltage=230 V; temperature=10..80 Cel; volume=25 L; speed=300 1/min
    MI-4004: power=60 W; voltage=230 V; temperature=4..40 Cel; speed=3000 1/min; weight=2.1 kg
    MI-4005: power=3 kW; voltage=400 V; volume=9 L
    MI-4006: power=1 kW; voltage=230 V; volume=12 L; weight=5.5 kg
    MI-5001: material=Polystyrene; pack_size=500; sterile=yes; diameter=90 mm
    MI-5002: material=Nylon; pack_size=100; sterile=yes; diameter=47 mm
    MI-5003: material=Polypropylene; pack_size=500; sterile=yes; volume=2 mL; autoclavable=yes
    MI-5004: material=Cellulose; pack_size=100; sterile=no; diameter=125 mm
    MI-5005: material=Polypropylene; pack_size=500; volume=50 mL
    MI-5006: pack_size=1; sterile=no; volume=500 mL; expires=2027-06-30
    `,
    LABORATORY_ATTRIBUTES,
  ),
}
