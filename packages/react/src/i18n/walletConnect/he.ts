import { isolate } from '../isolate.ts'
import type { WalletConnectTexts } from './walletConnectTexts.ts'

export const he = {
  ways: 'דרכים להתחבר',
  platforms: {
    'qr code': 'טלפון',
    mobile: 'טלפון',
    browser: 'דפדפן',
    desktop: 'מחשב',
    webapp: 'אתר',
  },
  scan: 'סרקו את הקוד הזה בטלפון',
  scanText: 'פתחו בו את הארנק, מצאו את הסורק ואשרו את החיבור.',
  scanWith: (name) => `סרקו את הקוד הזה בעזרת ${isolate(name)}`,
  scanWithText: (name) => `פתחו את ${isolate(name)} בטלפון, מצאו את הסורק ואשרו את החיבור.`,
  copyLink: 'העתקת הקישור',
  preparing: 'הקישור בהכנה…',
  open: (name) => `פתיחת ${isolate(name)}`,
  openText: (name) => `אשרו את החיבור ב־${isolate(name)} וחזרו לכאן. הדף הזה ישים לב בעצמו.`,
  again: 'שום דבר לא נפתח?',
  hints: (name) => [
    `האם ${isolate(name)} מותקן במכשיר הזה?`,
    'אפשרו לדפדפן לפתוח את היישום אם הוא שואל.',
    'העתיקו את הקישור והדביקו אותו בסורק של הארנק.',
  ],
  notInstalled: (name) => `${isolate(name)} אינו מותקן בדפדפן הזה`,
  notInstalledText: 'התקינו את התוסף, חזרו והתחברו, או השתמשו בארנק שבטלפון.',
  getExtension: 'להשגת התוסף',
  installed: (name) => `${isolate(name)} מותקן כאן`,
  installedText: 'התחברו בעזרת התוסף במקום הטלפון.',
  connectHere: 'התחברות בדפדפן הזה',
  relay: {
    reaching: 'מתחברים לשרת הממסר…',
    reconnecting: 'מתחברים מחדש לשרת הממסר…',
    unreachable: 'אין דרך אל שרת הממסר',
    unreachableText: 'הוא מעביר הודעות אל הארנק שלכם. אנחנו ממשיכים לנסות; בדקו את החיבור לאינטרנט.',
  },
  failures: {
    relay: 'לא ניתן להגיע אל שרת הממסר שמעביר הודעות אל הארנק שלכם. דבר לא שותף.',
    refused: 'שרת הממסר אינו משרת את האתר הזה. דבר לא שותף.',
    busy: 'יותר מדי ניסיונות בזמן קצר. המתינו רגע ונסו שוב.',
    noAccount: 'הארנק לא שיתף חשבון שהאתר הזה יכול להשתמש בו. דבר לא נשמר.',
    signIn: 'לא ניתן היה להוכיח את הכניסה. החיבור נסגר ודבר לא נשמר.',
    unavailable: 'האתר הזה לא הגדיר חיבור לטלפונים.',
  },
  waiting: {
    confirm: (name) => `אשרו ב־${isolate(name)}`,
    text: 'בקשה מהדף הזה ממתינה שם.',
    more: (count) => `בקשות ממתינות: ${count}`,
    open: (name) => `פתיחת ${isolate(name)}`,
    kinds: { signature: 'חתימה', transaction: 'עסקה', network: 'רשת' },
  },
} satisfies WalletConnectTexts
