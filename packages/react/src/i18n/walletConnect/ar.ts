import { isolate } from '../isolate.ts'
import type { WalletConnectTexts } from './walletConnectTexts.ts'

export const ar = {
  ways: 'طرق الربط',
  platforms: {
    'qr code': 'الهاتف',
    mobile: 'الهاتف',
    browser: 'المتصفح',
    desktop: 'الحاسوب',
    webapp: 'تطبيق ويب',
  },
  scan: 'امسح هذا الرمز بهاتفك',
  scanText: 'افتح محفظتك على الهاتف، وابحث عن الماسح فيها، ثم وافق على الربط.',
  scanWith: (name) => `امسح هذا الرمز باستخدام ${isolate(name)}`,
  scanWithText: (name) => `افتح ${isolate(name)} على هاتفك، وابحث عن الماسح، ثم وافق على الربط.`,
  copyLink: 'نسخ الرابط',
  preparing: 'جارٍ تجهيز الرابط…',
  open: (name) => `فتح ${isolate(name)}`,
  openText: (name) => `وافق على الربط في ${isolate(name)} ثم عُد. ستلاحظ هذه الصفحة ذلك تلقائيًا.`,
  again: 'لم يُفتح شيء؟',
  hints: (name) => [
    `هل ${isolate(name)} مثبَّت على هذا الجهاز؟`,
    'اسمح للمتصفح بفتح التطبيق إذا سألك.',
    'انسخ الرابط والصقه في ماسح المحفظة.',
  ],
  notInstalled: (name) => `${isolate(name)} غير مثبَّت في هذا المتصفح`,
  notInstalledText: 'ثبّت الإضافة ثم عُد واربطها، أو استخدم المحفظة على هاتفك.',
  getExtension: 'الحصول على الإضافة',
  installed: (name) => `${isolate(name)} مثبَّت هنا`,
  installedText: 'اربط بالإضافة بدلًا من الهاتف.',
  connectHere: 'الربط في هذا المتصفح',
  relay: {
    reaching: 'جارٍ الاتصال بخادم الترحيل…',
    reconnecting: 'جارٍ إعادة الاتصال بخادم الترحيل…',
    unreachable: 'لا طريق إلى خادم الترحيل',
    unreachableText: 'هو الذي ينقل الرسائل إلى محفظتك. نواصل المحاولة؛ تحقق من اتصالك.',
  },
  failures: {
    relay: 'تعذّر الوصول إلى خادم الترحيل الذي ينقل الرسائل إلى محفظتك. لم تتم مشاركة أي شيء.',
    refused: 'خادم الترحيل لا يخدم هذا الموقع. لم تتم مشاركة أي شيء.',
    busy: 'محاولات كثيرة في وقت قصير. انتظر قليلًا ثم أعد المحاولة.',
    noAccount: 'لم تشارك المحفظة أي حساب يمكن لهذا الموقع استخدامه. لم يُحفظ أي شيء.',
    signIn: 'تعذّر إثبات تسجيل الدخول. أُغلق الاتصال ولم يُحفظ أي شيء.',
    unavailable: 'لم يُعِدّ هذا الموقع الربط بالهواتف.',
  },
  waiting: {
    confirm: (name) => `أكِّد في ${isolate(name)}`,
    text: 'طلب من هذه الصفحة بانتظارك هناك.',
    more: (count) => `الطلبات المنتظرة: ${count}`,
    open: (name) => `فتح ${isolate(name)}`,
    kinds: { signature: 'توقيع', transaction: 'معاملة', network: 'شبكة' },
  },
} satisfies WalletConnectTexts
