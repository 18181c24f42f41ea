import type { ImportField } from '#contract/leads/imports.ts'

/** What columns are called in the files of companies that do not write in Latin letters, or with letters of their own. */
export const HEADER_NAMES: Readonly<Partial<Record<ImportField, string>>> = {
  name: `姓名; 名字; 联系人; 联系人姓名; 客户姓名; 客户名称; 聯絡人; 聯繫人; 客戶姓名; 氏名; お名前; 名前; 担当者; 担当者名; ご担当者名; 顧客名; 이름; 성명; 성함; 담당자; 담당자명; 고객명;
    имя; фио; ф и о; полное имя; контакт; контактное лицо; имя клиента; клиент; ім’я; піб; контактна особа; ad soyad; adı soyadı; ad ve soyad; isim soyisim; yetkili kişi; ilgili kişi;
    الاسم; اسم; الاسم الكامل; اسم العميل; جهة الاتصال; نام; نام و نام خانوادگی; imię i nazwisko; osoba kontaktowa; klient; jméno; celé jméno; jméno a příjmení; kontaktní osoba; meno; meno a priezvisko; kontaktná osoba;
    név; teljes név; kapcsolattartó; όνομα; ονοματεπώνυμο; שם; שם מלא; איש קשר; ชื่อ; ชื่อ นามสกุล; ผู้ติดต่อ; vārds; vards uzvards; nume; nume si prenume; persoana de contact; nombre y apellido;
    नाम; पूरा नाम; संपर्क व्यक्ति; navn; fulde navn; fullt navn; kontaktperson; namn; fullständigt namn; nimi; koko nimi; yhteyshenkilö; tên; họ và tên; họ tên; nama; nama lengkap; ime i prezime; kontakt osoba; име и фамилия; име; নাম; பெயர்; нэр; jina; pangalan; nom et prénom; nom complet`,
  first_name: `имя отчество; adı; jméno křestní; křestní jméno; keresztnév; utónév; 名; الاسم الأول; prenume; imię;
    fornavn; förnamn; etunimi; ime; prénom`,
  last_name: `фамилия; прізвище; soyadı; příjmení; priezvisko; vezetéknév; családnév; 姓; 姓氏; 성; اسم العائلة; اللقب; επώνυμο; שם משפחה; nazwisko;
    efternavn; etternavn; efternamn; sukunimi; prezime; фамилиясы`,
  email: `邮箱; 电子邮箱; 电子邮件; 邮件; 邮箱地址; 邮件地址; 电邮; 郵箱; 電子郵件; 電子郵箱; 電郵; 信箱; 電子信箱; メール; メールアドレス; eメール; 電子メール; mail アドレス; 이메일; 이메일 주소; 전자우편; 메일; 메일 주소;
    почта; электронная почта; эл почта; e mail адрес; адрес электронной почты; имейл; емейл; мейл; пошта; електронна пошта; e posta adresi; eposta adresi; elektronik posta; البريد; البريد الإلكتروني; بريد إلكتروني; الإيميل; ایمیل; پست الکترونیک;
    adres e mail; adres mailowy; poczta; emailová adresa; mailová adresa; email cím; e mail cím; villámposta; ηλεκτρονικό ταχυδρομείο; ηλ ταχυδρομείο; אימייל; דואר אלקטרוני; דוא ל; อีเมล; อีเมล์; e pasts; epasts; correo electrónico; correio eletrônico; courrier électronique;
    ईमेल; ई मेल; e postadress; mejladress; mejl; epostadresse; e postadresse; mailadresse; sähköposti; sähköpostiosoite; thư điện tử; surel; alamat email; имейл адрес; ইমেইল; மின்னஞ்சல்; elektronska pošta; eposti; el paštas`,
  phone: `电话; 手机; 手机号; 手机号码; 电话号码; 联系电话; 联系方式; 電話; 手機; 電話號碼; 聯絡電話; 行動電話; 電話番号; 携帯; 携帯電話; 携帯番号; 전화; 전화번호; 휴대폰; 휴대전화; 핸드폰; 연락처;
    телефон; номер телефона; тел; мобильный; мобильный телефон; сотовый; номер телефону; мобільний; telefon numarası; cep telefonu; gsm; الهاتف; هاتف; رقم الهاتف; الجوال; رقم الجوال; الموبايل; تلفن; موبایل; شماره تماس;
    numer telefonu; telefon komórkowy; komórka; telefonní číslo; mobilní telefon; telefónne číslo; telefonszám; mobilszám; τηλέφωνο; κινητό; טלפון; נייד; โทรศัพท์; เบอร์โทร; เบอร์โทรศัพท์; tālrunis; número de teléfono; telefone celular;
    फ़ोन; फोन; मोबाइल; मोबाइल नंबर; फ़ोन नंबर; फोन नंबर; दूरभाष; telefonnummer; mobilnummer; tlf; tlf nr; mobiltelefon; puhelin; puhelinnumero; matkapuhelin; điện thoại; số điện thoại; telepon; nomor telepon; no hp; nomor hp; broj telefona; mobitel; телефонен номер; ফোন; தொலைபேசி; simu; telefonas; telefoni`,
  company: `公司; 公司名称; 公司名; 企业; 企业名称; 单位; 单位名称; 公司名稱; 企業; 会社; 会社名; 御社名; 貴社名; 企業名; 法人名; 勤務先; 회사; 회사명; 업체; 업체명; 기업명; 상호;
    компания; название компании; организация; наименование организации; фирма; предприятие; компанія; назва компанії; підприємство; şirket; şirket adı; firma adı; kurum; الشركة; شركة; اسم الشركة; المؤسسة; شرکت; نام شرکت;
    nazwa firmy; przedsiębiorstwo; společnost; název společnosti; název firmy; spoločnosť; cég; cégnév; vállalat; εταιρεία; επωνυμία; חברה; שם החברה; บริษัท; uzņēmums; compañía; razón social; société; companie; denumire firma;
    कंपनी; कंपनी का नाम; virksomhed; virksomhedsnavn; firmanavn; bedrift; selskap; företag; företagsnamn; foretag; yritys; yrityksen nimi; công ty; tên công ty; perusahaan; nama perusahaan; tvrtka; poduzeće; фирма име; প্রতিষ্ঠান; நிறுவனம்; įmonė; ettevõte; nom de la société; entreprise`,
  website: `网站; 网址; 公司网站; 網站; 網址; ウェブサイト; ホームページ; サイト; 웹사이트; 홈페이지; сайт; веб сайт; вебсайт; web sitesi; الموقع; الموقع الإلكتروني; وب سایت; strona internetowa; webové stránky; weboldal; honlap; ιστοσελίδα; אתר; เว็บไซต์;
    वेबसाइट; hjemmeside; nettside; nettsted; hemsida; webbplats; kotisivut; verkkosivut; trang web; situs web; web stranica; уеб сайт`,
  country: `国家; 国家地区; 國家; 国; 国名; 국가; 나라; страна; країна; ülke; الدولة; البلد; دولة; کشور; kraj; země; stát; krajina; ország; χώρα; מדינה; ประเทศ; valsts; país; țară; tara;
    देश; maa; quốc gia; negara; država; drzava; държава; riik; šalis; દેશ; நாடு; দেশ`,
  state: `省; 省份; 州; 州省; 都道府県; 지역; 도; область; регион; край; регіон; المحافظة; المنطقة; استان; województwo; megye; νομός; จังหวัด;
    राज्य; län; lan; fylke; maakunta; tỉnh; provinsi; županija`,
  city: `城市; 市; 所在城市; 市区町村; 市町村; 都市; 도시; 시; город; населенный пункт; місто; şehir; il; المدينة; مدينة; شهر; miasto; miejscowość; město; obec; mesto; város; település; πόλη; עיר; เมือง; pilsēta; oraș; oras;
    शहर; by; stad; kaupunki; thành phố; kota; grad; град; linn; miestas; নগর; postort; poststed`,
  zipCode: `邮编; 邮政编码; 郵遞區號; 郵便番号; 우편번호; индекс; почтовый индекс; поштовий індекс; posta kodu; الرمز البريدي; کد پستی; kod pocztowy; psč; irányítószám; ταχυδρομικός κώδικας; τ κ; מיקוד; รหัสไปรษณีย์;
    पिन कोड; पिनकोड; postnummer; postinumero; mã bưu điện; kode pos; poštanski broj; postanski broj; пощенски код; sihtnumber; pašto kodas`,
  address: `地址; 公司地址; 联系地址; 住所; 所在地; 주소; адрес; адреса; adres; العنوان; عنوان; آدرس; ulica; adresa; ulice; cím; utca; διεύθυνση; כתובת; ที่อยู่; dirección; endereço;
    पता; gade; gate; gatuadress; adress; osoite; katuosoite; địa chỉ; alamat; ulica i broj; адрес; aadress; adresas; ঠিকানা; முகவரி`,
  message: `留言; 备注; 消息; 内容; 需求; 询价内容; 備註; 訊息; メッセージ; 備考; お問い合わせ内容; 問い合わせ内容; コメント; 메시지; 비고; 문의; 문의 내용; 내용; сообщение; комментарий; примечание; запрос; повідомлення; коментар; примітка;
    mesaj; açıklama; notlar; الرسالة; رسالة; ملاحظات; التعليق; پیام; توضیحات; wiadomość; uwagi; zapytanie; zpráva; poznámka; dotaz; správa; üzenet; megjegyzés; μήνυμα; σχόλια; הודעה; הערות; ข้อความ; หมายเหตุ;
    संदेश; टिप्पणी; besked; melding; bemærkning; meddelande; anteckning; viesti; huomautus; tin nhắn; ghi chú; pesan; catatan; poruka; napomena; съобщение; বার্তা`,
  product: `产品; 产品名称; 商品; 商品名称; 品名; 產品; 產品名稱; 製品; 製品名; 商品名; 제품; 제품명; 상품; 상품명; 품목; продукт; товар; наименование товара; изделие; продукція; ürün; ürün adı; المنتج; منتج; اسم المنتج; محصول;
    produkt; nazwa produktu; towar; výrobek; zboží; výrobok; termék; terméknév; προϊόν; מוצר; สินค้า; produs;
    उत्पाद; vare; vara; tuote; sản phẩm; produk; proizvod; продукт`,
  quantity: `数量; 订购数量; 數量; 個数; 수량; количество; кол во; кількість; miktar; adet; الكمية; كمية; تعداد; مقدار; ilość; množství; počet; množstvo; mennyiség; darab; darabszám; ποσότητα; כמות; จำนวน; cantitate;
    मात्रा; antal; antall; määrä; số lượng; jumlah; količina; kolicina; количество`,
}
