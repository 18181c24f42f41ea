// What people write, in the languages of most enquiries: whole words, or with * how a word begins. Upper case, accents and punctuation do not count.

const listOf = (text: string) => text.split(/[|\n]/).flatMap((phrase) => phrase.trim() || [])

/** Of somebody who sells, and wants nothing. */
const SELLERS = listOf(`
  we are a leading|we are leading|leading provider of|our agency|become your supplier|be your supplier|your new supplier|our services include|outsourc*
  web design*|website design*|web development|app development|redesign your|redo your website|improve your website|traffic to your|your online presence
  seo|search engine*|backlink*|link building|guest post*|sponsored post*|your ranking*|rank higher|page one|first page of google|digital marketing|lead generation
  half the price|grow your business|boost your|increase your sales|call centre can|email list*|business proposal
  wir sind ein fuhrend*|unsere agentur|suchmaschinen*|webdesign|ihre webseite|ihre website|zum halben preis|ihr neuer lieferant
  nous sommes une agence|leader dans|referencement|creation de site*|votre site web|a moitie prix
  somos una empresa lider|posicionamiento web|diseno web|su sitio web|su pagina web|a mitad de precio
  somos uma empresa lider|criacao de sites|seu site|metade do preco|siamo un azienda leader|siamo leader|posizionamento sui motori|il vostro sito|a meta prezzo
`)

const SPAMMERS = listOf(`
  click here|cheap loan*|loan offer*|loans approved|crypto*|bitcoin*|forex|casino*|make money|earn money|investment opportunit*|dear friend
`)

const JOB_SEEKERS = listOf(`
  my cv|my resume|curriculum vitae|resume attached|apply for a position|apply for a job|apply for the post|apply for the position|post of|looking for a job|job opportunit*|job vacanc*
  internship*|your hr|bewerb*|lebenslauf|praktikum|mon cv|candidature|un stage|un emploi|mi cv|hoja de vida|busco trabajo|un empleo|meu curriculo|um emprego|estagio
  il mio cv|candidatura|tirocinio|un lavoro
`)

const STUDENTS = listOf(`
  thesis|dissertation|homework|my assignment|i am a student|as a student|student team|school project|university project|term paper|questionnaire|for my studies|looks for a sponsor
  masterarbeit|bachelorarbeit|diplomarbeit|hausarbeit|umfrage|ich bin student*|etudiant*|memoire de|sondage|mi tesis|soy estudiante|encuesta
  minha tese|sou estudante|la mia tesi|sono uno studente|sono una studentessa|sondaggio
`)

const COMPETITORS = listOf(`
  dealer margin*|complete price list|full price list|who makes it for you|who is your supplier
`)

/** Of people who ask for something else than goods. */
export const PITCH_WORDS = [...SELLERS, ...SPAMMERS, ...JOB_SEEKERS, ...STUDENTS, ...COMPETITORS]

/** Of people who ask for goods. */
export const BUYERS_WORDS = listOf(`
  quot*|price*|rfq|offer|need*|order*|deliver*|stock|lead time|data sheet*|datasheet*|sample*|supply|purchas*|availab*|buy|require*|discount|invoice|tender|interested in
  angebot*|preis*|liefer*|bestell*|brauch*|benotig*|muster|datenblatt
  devis|prix|livraison|commande*|besoin|echantillon*|fiche technique
  cotiza*|precio*|entrega*|pedido*|necesit*|muestra*|presupuesto
  cotacao|orcamento|preco*|encomenda*|precisa*|amostra*
  preventiv*|prezz*|consegna|ordin*|campion*|fornitura
`)
