import { expect, test } from 'vitest'
import { processorTime } from '#server/test/figures.ts'
import { readMessage } from './pitch.ts'

const read = (message: string, goods = ['Peristaltic pump']) =>
  readMessage(message, { ownDomains: ['mill.example'], goods })

test.each([
  ['We need 20 peristaltic pumps. Please send your best price and delivery time.'],
  ['Kindly quote for a peristaltic pump, CIF Karachi.'],
  ['Could someone call me about the peristaltic pump?'],
  ['I saw on your website that you have this in stock. Is it available in red?'],
  ['We manufacture bread and order 40 a month.'],
  ['Our office is in Seoul; we buy for three plants.'],
  ['For our student laboratories: a quotation for 12, please.'],
  ['Our drawings: https://files.mill.example/tender and www.mill.example. Please quote.'],
  ['price pls'],
  ['Bitte ein Angebot über 20 Stück, Lieferung nach München.'],
  ['Wir benötigen zwei Pumpen.'],
  ['Merci de nous envoyer un devis pour 20 pompes.'],
  ['Quel est le PRIX, livraison comprise ?'],
  ['Necesitamos 20 bombas, ¿cuál es el plazo de entrega?'],
  ['Gostaria de um orçamento para 20 bombas.'],
  ['Vorrei un preventivo per 20 pompe.'],
])('%j asks for goods', (message) => expect(read(message)).toEqual({ signs: [], asks: true }))

test.each([
  [
    'We are a leading web design company and can redo your website at half the price',
    ['“we are a leading”', '“web design”', '“redo your website”', '“half the price”'],
  ],
  [
    'Boost your ranking to page one!!! http://rank.example',
    ['“your ranking”', '“page one”', '“boost your”', 'a link to rank.example'],
  ],
  ['Best SEO and BACKLINKS for you', ['“seo”', '“backlinks”']],
  ['We do outsourcing of call centres', ['“outsourcing”']],
  ['May we place a guest post?', ['“guest post”']],
  ['Invest in cryptocurrency today', ['“cryptocurrency”']],
  [
    'See www.offers.example/a, https://offers.example/b and https://notmill.example',
    ['a link to offers.example', 'a link to notmill.example'],
  ],
  ['Please find attached my CV for the post of sales officer.', ['“my cv”', '“post of”']],
  ['I am looking for a job as a welder', ['“looking for a job”']],
  ['I need the data for my master’s thesis', ['“thesis”']],
  ['For a school project: how does the pump work?', ['“school project”']],
  ['Wir sind ein führender Anbieter von Webdesign', ['“webdesign”', '“wir sind ein fuhrender”']],
  ['Anbei mein Lebenslauf, meine Bewerbung', ['“bewerbung”', '“lebenslauf”']],
  ['Création de sites et référencement', ['“referencement”', '“creation de sites”']],
  ['Je suis étudiante et je cherche un stage', ['“un stage”', '“etudiante”']],
  ['Adjunto mi CV, busco trabajo', ['“mi cv”', '“busco trabajo”']],
  ['Sono uno studente e scrivo la mia tesi', ['“la mia tesi”', '“sono uno studente”']],
  ['Who makes it for you?', ['“who makes it for you”']],
])('%j has the words of somebody who wants something else', (message, signs) =>
  expect(read(message).signs.toSorted()).toEqual(signs.toSorted()),
)

test.each(['', ' ', 'test', 'asdf', '!!!', '20 件のポンプの価格を教えてください', 'Prosimy o kontakt'])(
  '%j says neither',
  (message) => expect(read(message, ['', '!'])).toEqual({ signs: [], asks: false }),
)

test('a message of 10,000 characters is read without a stall (20 ms)', () => {
  read('warm up')
  for (const text of ['http://', 'www.', 'é', '“', ' a', 'https://a.b '])
    expect(processorTime(() => read(text.repeat(10_000).slice(0, 10_000)))).toBeLessThan(200)
})
