import type { Random } from './random.ts'

export interface Enquirer {
  name: string
  email: string | null
  phone: string | null
  phone_sent: string | null
  company: string | null
  website: string | null
  country: string
  state: string | null
  city: string
  zip_code: string
  address: string | null
}

type Texts = readonly [string, ...string[]]

interface Country {
  code: string
  /** # stands for a digit. */
  phone: string
  zip: string
  street: string
  cities: Texts
  first: Texts
  last: Texts
}

/** Code | phone | zip | street | city/state, … | first names | last names */
const COUNTRIES = listed(`
IN|+91 98### #####|4000##|# MIDC Road|Pune/Maharashtra, Chennai/Tamil Nadu, Ahmedabad/Gujarat|Ananya Rohan Kavya Vikram Ishaan Divya|Sharma Patel Iyer Nair Kulkarni Reddy
DE|+49 151 ########|80###|Industriestraße #|Munich/Bavaria, Hamburg/, Stuttgart/Baden-Württemberg|Jonas Lena Stefan Miriam Uwe Franziska|Becker Hoffmann Krause Schäfer Brandt Wolf
PK|+92 300 #######|74###|Plot # SITE Area|Karachi/Sindh, Lahore/Punjab, Faisalabad/Punjab|Ayesha Bilal Hamza Sana Usman Mahnoor|Aziz Malik Chaudhry Siddiqui Butt Mirza
BD|+880 1711 ######|12##|# Tejgaon I/A|Dhaka/, Chattogram/, Gazipur/|Nusrat Tanvir Farhana Rakib Sadia Imran|Rahman Hossain Chowdhury Akter Islam Karim
US|+1 415 555 01##|941##|# Commerce Drive|San Francisco/California, Houston/Texas, Columbus/Ohio|Emily Marcus Jasmine Tyler Rachel Diego|Johnson Nguyen Carter Ramirez Brooks Sullivan
GB|+44 7700 900###|M# #AB|# Trafford Way|Manchester/, Sheffield/, Bristol/|Harriet Oliver Priya Liam Imogen Kwame|Whitaker Hughes Bashir Thornton Mensah Clarke
FR|+33 6 ## ## ## ##|690##|# rue de l'Industrie|Lyon/, Toulouse/, Nantes/|Camille Mathieu Inès Baptiste Élodie Karim|Lefèvre Moreau Girard Benali Fontaine Roche
IT|+39 347 #######|201##|Via Emilia #|Milan/Lombardy, Bologna/Emilia-Romagna, Turin/Piedmont|Giulia Marco Chiara Davide Elena Lorenzo|Rossi Bianchi Conti Ferrari Marchetti Gallo
ES|+34 6## ### ###|280##|Calle Mayor #|Madrid/, Valencia/, Zaragoza/Aragon|Carmen Javier Marta Álvaro Nuria Sergio|García Moreno Ortega Vidal Serrano Molina
PL|+48 5## ### ###|30-0##|ul. Fabryczna #|Kraków/, Łódź/, Wrocław/|Agnieszka Tomasz Magdalena Krzysztof Ewa Paweł|Nowak Kowalski Wiśniewska Mazur Dąbrowski Pawlak
TR|+90 532 ### ## ##|340##|Sanayi Caddesi #|Istanbul/, Bursa/, Izmir/|Zeynep Mehmet Ayşe Emre Derya Kerem|Yılmaz Demir Kaya Aydın Öztürk Arslan
AE|+971 50 ### ####|000##|Jebel Ali Road #|Dubai/, Sharjah/, Abu Dhabi/|Fatima Khalid Mariam Yousef Huda Saeed|Al Mansoori Al Hashimi Al Suwaidi Haddad Nasser Al Marri
SA|+966 50 ### ####|31###|King Fahd Road #|Dammam/Eastern Province, Jeddah/Makkah, Riyadh/|Noura Abdullah Reem Faisal Lama Turki|Al Qahtani Al Harbi Al Otaibi Al Dosari Al Ghamdi Al Shehri
EG|+20 100 ### ####|118##|# Industrial Zone|Cairo/, Alexandria/, 6th of October/Giza|Mona Ahmed Yasmin Tarek Dina Omar|Hassan Ibrahim Fouad Sabry Mostafa Khalil
NG|+234 803 ### ####|1000##|# Oba Akran Avenue|Lagos/, Port Harcourt/Rivers, Ibadan/Oyo|Chiamaka Emeka Ngozi Segun Amina Ifeanyi|Okonkwo Eze Balogun Adebayo Musa Nwosu
KE|+254 722 ######|005##|# Mombasa Road|Nairobi/, Mombasa/, Nakuru/|Wanjiru Brian Achieng Kevin Njeri Dennis|Kamau Otieno Mwangi Wekesa Mutua Kiptoo
ZA|+27 82 ### ####|20##|# Main Reef Road|Johannesburg/Gauteng, Durban/KwaZulu-Natal, Cape Town/Western Cape|Lerato Pieter Nomvula Johan Thandi Sipho|Dlamini van der Merwe Naidoo Botha Mokoena Khumalo
BR|+55 11 9####-####|04###-000|Av. Industrial #|São Paulo/SP, Campinas/SP, Curitiba/PR|Juliana Rafael Beatriz Thiago Larissa Gustavo|Silva Oliveira Souza Almeida Ribeiro Teixeira
MX|+52 81 #### ####|640##|Av. Constitución #|Monterrey/Nuevo León, Puebla/, Querétaro/|Sofía Alejandro Valeria Luis Fernanda Héctor|Hernández López Gutiérrez Castillo Mendoza Ríos
AR|+54 9 11 ####-####|14##|Av. Belgrano #|Buenos Aires/, Córdoba/, Rosario/Santa Fe|Florencia Martín Agustina Nicolás Pilar Facundo|Gómez Fernández Acosta Romero Peralta Sosa
JP|+81 90 #### ####|530-00##|#-chōme Honmachi|Osaka/, Nagoya/Aichi, Yokohama/Kanagawa|Yuki Kenji Sakura Takumi Aiko Daichi|Tanabe Suzuki Watanabe Mori Yamamoto Ishikawa
KR|+82 10 #### ####|068##|# Teheran-ro|Seoul/, Incheon/, Daejeon/|Jiwoo Minjun Soyeon Hyunwoo Eunji Seojun|Kim Park Choi Jung Kang Yoon
CN|+86 138 #### ####|2000##|# Jinke Road|Shanghai/, Suzhou/Jiangsu, Shenzhen/Guangdong|Wei Xiaoming Li Jing Fang Hao|Zhang Wang Chen Liu Zhao Huang
VN|+84 90 ### ####|7000##|# Tan Thuan Street|Ho Chi Minh City/, Hanoi/, Da Nang/|Thảo Minh Hương Tuấn Ngọc Quang|Trần Lê Phạm Hoàng Vũ Đặng
ID|+62 812 #### ####|139##|Jl. Raya Bekasi #|Jakarta/, Surabaya/East Java, Bandung/West Java|Dewi Budi Putri Agus Rina Hendra|Santoso Wijaya Lestari Pratama Siregar Kusuma
AU|+61 4## ### ###|30##|# Foundry Road|Melbourne/Victoria, Perth/Western Australia, Brisbane/Queensland|Chloe Jack Matilda Noah Ruby Lachlan|Mitchell Campbell Papadopoulos Murphy Kaur Walsh
SE|+46 70 ### ## ##|411 ##|Fabriksgatan #|Gothenburg/, Malmö/, Uppsala/|Astrid Erik Linnea Oskar Elsa Nils|Johansson Lindberg Bergström Nyström Ekman Dahl
`)

const KINDS: Texts = [
  'Textiles',
  'Pharma',
  'Chemicals',
  'Foods',
  'Diagnostics',
  'Engineering',
  'Water Technologies',
  'Polymers',
  'Dairy',
  'Breweries',
  'Research Labs',
  'Paints',
  'Steel',
  'Automotive',
  'Agro',
  'Biotech',
  'Ceramics',
  'Paper Mills',
  'Energy',
  'Coatings',
]
const PREFIXES: Texts = [
  'Blue River',
  'Northgate',
  'Sunrise',
  'Delta',
  'Orion',
  'Cedar',
  'Summit',
  'Pioneer',
  'Crescent',
  'Atlas',
  'Falcon',
  'Emerald',
  'Silverline',
  'Golden Gate',
  'Prime',
  'Vertex',
  'Horizon',
  'Lotus',
  'Titan',
  'Coral',
]

/** Somebody from one of some 25 countries, with a company of their own or without one. */
export const makeEnquirer = (random: Random, domain?: string): Enquirer => {
  const country = random.weighted(COUNTRIES)
  const first = random.pick(country.first)
  const last = random.pick(country.last)
  const [city = '', state = ''] = random.pick(country.cities).split('/')
  const company = `${random.chance(0.55) ? last : random.pick(PREFIXES)} ${random.pick(KINDS)}`
  const host = domain ?? `${slug(company)}.example`
  const mailbox = random.weighted<string>([
    [`${slug(first)}.${slug(last)}`, 5],
    [slug(first), 2],
    [`${slug(last)}.${slug(first).slice(0, 1)}`, 1],
    ['purchase', 2],
    ['procurement', 1],
    ['info', 1],
  ])
  const byPhoneOnly = random.chance(0.04)
  const phone = byPhoneOnly || random.chance(0.82) ? digits(random, country.phone) : null
  const named = random.chance(0.93)
  return {
    name: `${first} ${last}`,
    email: byPhoneOnly && domain === undefined ? null : `${mailbox}@${host}`,
    phone: phone?.replaceAll(/[^+\d]/g, '') ?? null,
    phone_sent: phone,
    company: named ? company : null,
    website: named && random.chance(0.4) ? `https://www.${host}` : null,
    country: country.code,
    state: state || null,
    city,
    zip_code: digits(random, country.zip),
    address: random.chance(0.6) ? country.street.replace('#', String(random.between(1, 240))) : null,
  }
}

const digits = (random: Random, pattern: string) => pattern.replaceAll('#', () => String(random.between(0, 9)))

const slug = (text: string) =>
  text
    .replaceAll('ı', 'i')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[đĐ]/g, 'd')
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z\d]/g, '')
    .toLowerCase()

function listed(text: string): readonly [readonly [Country, number], ...(readonly [Country, number])[]] {
  const [first, ...rest] = text
    .trim()
    .split('\n')
    .map((line, at): [Country, number] => {
      const [code = '', phone = '', zip = '', street = '', cities = '', firsts = '', lasts = ''] = line.split('|')
      // The countries are in order of how much trade there is with them.
      return [
        { code, phone, zip, street, cities: words(cities, ', '), first: words(firsts, ' '), last: lastNames(lasts) },
        30 - at,
      ]
    })
  if (!first) throw new Error('There is at least one country')
  return [first, ...rest]
}

function words(text: string, between: string): Texts {
  const [first = '', ...rest] = text.split(between)
  return [first, ...rest]
}

/** “Al Harbi” and “van der Merwe” are one name each. */
function lastNames(text: string): Texts {
  const [first, ...rest] = words(text.replaceAll(/\bAl /g, 'Al_').replaceAll('van der ', 'van_der_'), ' ')
  const spaced = (name: string) => name.replaceAll('_', ' ')
  return [spaced(first), ...rest.map(spaced)]
}
