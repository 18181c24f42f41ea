/** Whether the server sends mail, as its page says. */
export const sendsMail = () => document.querySelector<HTMLMetaElement>('meta[name=mail]')?.content === 'on'
