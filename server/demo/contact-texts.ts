/** Name, domain, company, phone, country. */
export const CONTACT_WRITERS: readonly [Writer, ...Writer[]] = [
  ['Ingrid Solheim', 'nordvik.example', 'Nordvik Process AB', '+4681234567', 'SE'],
  ['Thabo Mbeki', 'durbanwater.example', 'Durban Water', '+27315550142', 'ZA'],
  ['Li Na', 'atlaslabs.example', 'Atlas Research Labs', null, 'CN'],
  ['Paolo Marchetti', 'rossi-vernici.example', 'Rossi Paints', '+390255501', 'IT'],
  ['Anna Kowalska', 'poczta.example', '', null, 'PL'],
  ['Grace Okafor', 'lagosbrew.example', 'Lagos Breweries', '+2348035550199', 'NG'],
  ['Jonas Becker', 'becker-anlagen.example', 'Becker Anlagenbau GmbH', '+498955501', 'DE'],
  ['Camille Moreau', 'chimie-rhone.example', 'Chimie du Rhône', '+33655501234', 'FR'],
  ['Hiroshi Tanabe', 'tanabe-kogyo.example', 'Tanabe Kogyo', '+819055501234', 'JP'],
  ['Sofía Hernández', 'aguasmty.example', 'Aguas de Monterrey', '+528155501234', 'MX'],
  ['Oliver Hughes', 'hughesdairy.example', 'Hughes Dairy Ltd', '+447700900123', 'GB'],
  ['Priya Nair', 'kochiship.example', 'Kochi Shipyard', '+919845550123', 'IN'],
  ['Mehmet Kaya', 'kayatekstil.example', 'Kaya Tekstil', '+905325550123', 'TR'],
]
type Writer = readonly [name: string, domain: string, company: string, phone: string | null, country: string]
type Text = readonly [subject: string, message: string]

export const CONTACT_TEXTS: readonly [Text, ...Text[]] = [
  [
    'Spare tubes for 14 pumps before January',
    'Our pilot plant stops for service on 11 January. We need spare tubes for 14 peristaltic pumps by then, the same as in order H-20418, but in the food grade version if you have it.\n\nCan you send me a price and tell me whether you can deliver to Stockholm before Christmas?',
  ],
  [
    'Wrong certificate in the box',
    'The relief valves arrived today, but the certificate names another heat number than the bodies. Please send the right one.',
  ],
  [
    'Do you ship to Shenzhen?',
    'We would like 30 solenoid valves, 24 V. Which Incoterm do you quote, and how long does sea freight take?',
  ],
  [
    'Return of two half masks',
    'Both housings are scratched. Photos are attached to the order in your portal. How do we send them back?',
  ],
  ['Price list 2027', 'Could you send me the new price list as soon as it is available?'],
  [
    'Invoice address',
    'Our accounts department has moved. From now on please send invoices to the address in my signature. The delivery address stays.',
  ],
  [
    'Do you rent pumps?',
    'We need a diaphragm pump for six weeks while ours is overhauled. Is renting one possible, and what does it cost a week?',
  ],
  [
    'Data sheet of the HP-4005',
    'The link on your page leads to an older revision. Could you send the current one with the pressure curves?',
  ],
  [
    'Visit to your works',
    'Three of our engineers are in Pune in the second week of next month. Could we see the test bench?',
  ],
  [
    'Opening hours between the years',
    'Is your warehouse open from 27 to 31 December? We would collect two pallets ourselves.',
  ],
  [
    'Training for maintenance staff',
    'Do you offer training on changing seals? We are a team of eight and would prefer to do it here.',
  ],
]

export const SPAM_TEXTS: readonly [Text, ...Text[]] = [
  [
    'Rank higher this month',
    'Dear owner, our SEO package puts you on the first page of google within 30 days. See https://rank.example for prices.',
  ],
  ['Guest post on your blog', 'We pay for a guest post with two backlinks. Reply with your price.'],
  ['Business loan', 'Payday loan and loan offer without papers, answer today: https://loan.example'],
]
