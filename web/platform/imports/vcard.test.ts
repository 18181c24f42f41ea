import { expect, test } from 'vitest'
import { contactTable } from './vcard.ts'

const read = (lines: string) => contactTable(new TextEncoder().encode(lines.replaceAll('\n', '\r\n')))
const readLatin = (lines: string) => contactTable(Uint8Array.from(lines, (letter) => letter.charCodeAt(0)))
const objects = ([header = [], ...rows]: string[][]) =>
  rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]]).filter(([, value]) => value !== '')))

test('a vCard 3.0 becomes a row, with a column for each further phone and email', () => {
  const card = `BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iOS 17//EN
N:Tanabe;Yuki;;;
FN:Yuki Tanabe
ORG:Mill\\, Inc.;Purchasing
TITLE:Buyer
item1.TEL;TYPE=CELL,VOICE:+81 90 1234 5678
item1.X-ABLabel:_$!<Mobile>!$_
TEL;TYPE=WORK;TYPE=pref:+81 3 1234 5678
TEL;TYPE=FAX:+81 3 9999 9999
EMAIL;TYPE=INTERNET:yuki@mill.example
EMAIL;TYPE=HOME:yuki@home.example
ADR;TYPE=HOME:;;9 Home Lane;Kyoto;;600;Japan
ADR;TYPE=WORK:;2nd floor;1 Mill Road\\, West;Osaka;Osaka Prefecture;530-0001;Japan
URL:https://mill.example
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg
 ABAQEASABIAAD
NOTE:Met at the fair\\; wants hoses\\, soon.\\nCall in
  March.
END:VCARD
`
  expect(objects(read(card))).toEqual([
    {
      Name: 'Yuki Tanabe',
      Company: 'Mill, Inc.',
      Department: 'Purchasing',
      'Job title': 'Buyer',
      Email: 'yuki@mill.example',
      'Email 2': 'yuki@home.example',
      Phone: '+81 3 1234 5678',
      'Phone 2': '+81 90 1234 5678',
      Fax: '+81 3 9999 9999',
      Address: '1 Mill Road, West, 2nd floor',
      City: 'Osaka',
      State: 'Osaka Prefecture',
      'Postal code': '530-0001',
      Country: 'Japan',
      'Other address': '9 Home Lane, Kyoto, 600, Japan',
      Website: 'https://mill.example',
      Note: 'Met at the fair; wants hoses, soon.\nCall in March.',
    },
  ])
})

test('a vCard 2.1 of Outlook or an old phone reads right: quoted-printable, its charset, and pictures over many lines', () => {
  const card = `BEGIN:VCARD
VERSION:2.1
N;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;J=FCrgen
FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:J=FCrgen M=FCller
ORG:Werk AG
TEL;WORK;VOICE:030 901820
TEL;CELL:0171 5550100
ADR;WORK;PREF;CHARSET=UTF-8;QUOTED-PRINTABLE:;;Hauptstra=C3=9Fe 1, Hof=0D=0ALinks;K=C3=B6ln;;50667;D=
eutschland
EMAIL;PREF;INTERNET:juergen@werk.example
NOTE;ENCODING=QUOTED-PRINTABLE:erste Zeile=0D=0A=
zweite Zeile; mit Punkt
PHOTO;JPEG;ENCODING=BASE64:
 /9j/4AAQSkZJRgABAQEASABIAAD
 AABBCC==

END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=94=B0=E8=BE=BA;=E7=94=B1=E7=B4=80;;;
TEL;CELL;PREF:090-1234-5678
END:VCARD
`
  expect(objects(read(card))).toEqual([
    {
      Name: 'Jürgen Müller',
      Company: 'Werk AG',
      Email: 'juergen@werk.example',
      Phone: '030 901820',
      'Phone 2': '0171 5550100',
      Address: 'Hauptstraße 1, Hof\nLinks',
      City: 'Köln',
      'Postal code': '50667',
      Country: 'Deutschland',
      Note: 'erste Zeile\nzweite Zeile; mit Punkt',
    },
    { Name: '由紀 田辺', Phone: '090-1234-5678' },
  ])
})

test('a vCard 4.0, one in Windows-1252 without a word about it, and an empty file are read', () => {
  expect(
    objects(
      read(
        'BEGIN:VCARD\nVERSION:4.0\nFN:Zoë\nTEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+81-3-1234;ext=12\nEND:VCARD\n',
      ),
    ),
  ).toEqual([{ Name: 'Zoë', Phone: '+81-3-1234 ext 12' }])
  expect(objects(readLatin('BEGIN:VCARD\nVERSION:2.1\nN:Hallström;Åke\nEMAIL:ake@mill.example\nEND:VCARD\n'))).toEqual([
    { Name: 'Åke Hallström', Email: 'ake@mill.example' },
  ])
  expect(read('')).toEqual([])
})
