export interface CatalogueProduct {
  code: string
  name: string
  category: string
  brand: string
  unit: string
  description: string
  usual_min: number
  usual_max: number
}

type Catalogue = readonly [CatalogueProduct, ...CatalogueProduct[]]

/** Code | name | brand | unit | the quantities that people usually ask for; by category. */
const read = (text: string): Catalogue => {
  const [first, ...rest] = text
    .trim()
    .split(/\n(?=\S)/)
    .flatMap((block) => {
      const [category = '', ...lines] = block.split('\n')
      return lines.map((line) => {
        const [code = '', name = '', brand = '', unit = '', range = ''] = line.split('|').map((part) => part.trim())
        const [usual_min = 1, usual_max = 100] = range.split('-').map(Number)
        const description = `${name} by ${brand}, sold by the ${unit}.`
        return { code, name, category: category.trim(), brand, unit, description, usual_min, usual_max }
      })
    })
  if (!first) throw new Error('A catalogue has at least one product')
  return [first, ...rest]
}

export const INDUSTRIAL = read(`
Hoses and fittings
  HP-1001 | Stainless steel braided hose 1/2 in | Norvalve | metre | 10-500
  HP-1002 | Stainless steel braided hose 2 in | Norvalve | metre | 5-200
  HP-1003 | PTFE lined chemical hose 1 in | Fluorex | metre | 10-300
  HP-1004 | Camlock coupling type C, 2 in | Norvalve | piece | 10-400
  HP-1005 | Quick-release air coupling 1/4 in | Pneuma | piece | 25-1000
Valves
  HP-2001 | Ball valve DN25, stainless 316 | Kesla | piece | 4-250
  HP-2002 | Butterfly valve DN100, wafer | Kesla | piece | 2-80
  HP-2003 | Needle valve 1/4 in NPT | Kesla | piece | 5-300
  HP-2004 | Pressure relief valve 10 bar | Sentinel | piece | 2-60
  HP-2005 | Solenoid valve 24 V DC, 2/2-way | Pneuma | piece | 5-200
Pumps
  HP-3001 | Peristaltic pump, 0–600 ml/min | Dosatek | piece | 1-20
  HP-3002 | Diaphragm pump 1/2 in, polypropylene | Dosatek | piece | 1-25
  HP-3003 | Centrifugal pump 2.2 kW | Marlow Works | piece | 1-12
  HP-3004 | Drum pump with flow meter | Dosatek | piece | 1-15
Safety
  HP-4001 | Nitrile gloves, powder-free, box of 100 | Guardline | box | 20-2000
  HP-4002 | Safety goggles, anti-fog | Guardline | piece | 20-1000
  HP-4003 | Chemical splash suit type 4 | Guardline | piece | 5-300
  HP-4004 | Emergency shower and eye wash station | Sentinel | piece | 1-10
  HP-4005 | Spill kit for chemicals, 50 l | Sentinel | kit | 2-60
  HP-4006 | Half mask with A2P3 filters | Guardline | piece | 10-400
Seals and bearings
  HP-5001 | Viton O-ring kit, 30 sizes | Tessera | kit | 2-100
  HP-5002 | Spiral-wound gasket DN80 | Tessera | piece | 10-600
  HP-5003 | Deep-groove ball bearing 6205-2RS | Roltek | piece | 20-2000
  HP-5004 | Mechanical seal 35 mm, SiC/SiC | Tessera | piece | 1-40
  HP-5005 | PTFE sheet 3 mm, 1 × 1 m | Fluorex | sheet | 2-80
Measuring
  HP-6001 | Pressure gauge 0–16 bar, glycerine-filled | Sentinel | piece | 5-200
  HP-6002 | Magnetic flow meter DN50 | Metris | piece | 1-15
  HP-6003 | Pt100 temperature sensor, 150 mm | Metris | piece | 5-150
  HP-6004 | Ultrasonic level sensor, 8 m | Metris | piece | 1-30
  HP-6005 | Clamp-on pH controller | Metris | piece | 1-20
`)

export const LABORATORY = read(`
Glassware
  MI-1001 | Borosilicate beaker 250 ml, case of 12 | Vitrolab | case | 2-80
  MI-1002 | Erlenmeyer flask 500 ml, case of 10 | Vitrolab | case | 2-80
  MI-1003 | Volumetric flask class A, 100 ml | Vitrolab | piece | 6-300
  MI-1004 | Graduated cylinder 1000 ml | Vitrolab | piece | 4-120
  MI-1005 | Reagent bottle GL45, 1 l | Vitrolab | piece | 10-500
Liquid handling
  MI-2001 | Single-channel pipette 100–1000 µl | Piptec | piece | 1-60
  MI-2002 | Eight-channel pipette 10–100 µl | Piptec | piece | 1-20
  MI-2003 | Filter tips 200 µl, 10 racks of 96 | Piptec | pack | 5-400
  MI-2004 | Bottle-top dispenser 5–50 ml | Piptec | piece | 1-25
  MI-2005 | Serological pipettes 10 ml, 200 pieces | Piptec | pack | 2-150
  MI-2006 | Electronic burette 50 ml | Piptec | piece | 1-10
Instruments
  MI-3001 | Analytical balance 220 g / 0.1 mg | Librae | piece | 1-8
  MI-3002 | UV-Vis spectrophotometer | Spectrion | piece | 1-4
  MI-3003 | Benchtop pH meter with electrode | Metris | piece | 1-25
  MI-3004 | Refrigerated centrifuge 4 × 250 ml | Rotanta | piece | 1-5
  MI-3005 | Digital microscope, trinocular | Optikon | piece | 1-15
  MI-3006 | Moisture analyser 50 g | Librae | piece | 1-6
  MI-3007 | Rotary evaporator 2 l with chiller | Spectrion | piece | 1-4
Heating and mixing
  MI-4001 | Magnetic hotplate stirrer 5 l | Thermion | piece | 1-40
  MI-4002 | Drying oven 108 l | Thermion | piece | 1-6
  MI-4003 | Shaking incubator 25 l | Thermion | piece | 1-6
  MI-4004 | Vortex mixer | Thermion | piece | 1-40
  MI-4005 | Muffle furnace 1100 °C, 9 l | Thermion | piece | 1-4
  MI-4006 | Water bath 12 l | Thermion | piece | 1-15
Consumables
  MI-5001 | Petri dishes 90 mm, 500 pieces | Sterilis | case | 2-200
  MI-5002 | Membrane filters 0.45 µm, 100 pieces | Sterilis | pack | 5-300
  MI-5003 | Cryo vials 2 ml, 500 pieces | Sterilis | case | 2-100
  MI-5004 | Filter paper grade 1, 125 mm | Sterilis | pack | 5-500
  MI-5005 | Centrifuge tubes 50 ml, 500 pieces | Sterilis | case | 2-150
  MI-5006 | Buffer solution pH 7.00, 500 ml | Sterilis | bottle | 6-300
`)

/** How people call some of the products who do not have the catalogue before them, by code. */
export const SAID_AS: Readonly<Record<string, string>> = {
  'HP-1001': 'SS braided hose 1/2"',
  'HP-1004': 'camlock type c 2 inch',
  'HP-2001': 'ball valve 1 inch stainless 316',
  'HP-2002': 'butterfly vlv dn100',
  'HP-2004': 'RV 10bar pressure relief',
  'HP-2005': 'HP2005 coil 24V',
  'HP-3001': 'Peristaltic pump',
  'HP-3002': 'AODD diaphragm pump half inch',
  'HP-3003': 'centrifugal pump 3 HP',
  'HP-4001': 'nitrile gloves box of 100',
  'HP-4002': 'anti fog goggles',
  'HP-4006': 'A2P3 half mask',
  'HP-5001': 'viton o ring set',
  'HP-5003': 'bearing 6205 2RS',
  'HP-6001': 'HP6001 gauge glycerine',
  'HP-6003': 'PT100 sensor 150mm',
  'MI-1001': 'beakers 250ml borosilicate',
  'MI-1003': 'class A volumetric flask 100ml',
  'MI-2001': 'pipette 100-1000 single channel',
  'MI-2002': '8 channel pipette',
  'MI-2003': 'filter tips 200ul',
  'MI-2005': 'MI2005 serological 10ml',
  'MI-3001': 'analytical balance 0.1mg',
  'MI-3002': 'UV Vis spectro',
  'MI-3003': 'bench pH meter',
  'MI-3004': 'cold centrifuge 4x250',
  'MI-4001': 'hot plate with stirrer',
  'MI-4004': 'vortex shaker',
  'MI-5001': 'petri dish 90mm',
  'MI-5002': '0.45 micron membrane filter',
  'MI-5006': 'pH 7 buffer',
}
