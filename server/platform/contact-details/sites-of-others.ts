/** Sites on which others have a page: a page there is nobody's web site, and says nothing of a company. */
const SITES: ReadonlySet<string> = new Set(
  `alibaba.com aliexpress.com amazon.com amazon.in behance.net bing.com blogger.com ebay.com europages.com europages.co.uk exportersindia.com
   facebook.com fb.com fb.me github.com globalsources.com google.com google.co.in indiamart.com instagram.com justdial.com linkedin.com linktr.ee
   made-in-china.com medium.com pinterest.com t.me telegram.me thomasnet.com tiktok.com tradeindia.com trustpilot.com twitter.com vimeo.com
   vk.com vk.ru wa.me wechat.com whatsapp.com wikipedia.org wlw.de x.com xing.com yelp.com youtube.com youtu.be`.split(
    /\s+/,
  ),
)

/** Whether the registered domain is one of such a site. */
export const isSiteOfOthers = (domain: string) => SITES.has(domain)
