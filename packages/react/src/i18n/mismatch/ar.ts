import type { MismatchTexts } from './mismatchTexts.ts'

export const ar = {
  sentence: (why) => `أُوقفت لأنها ليست المبادلة التي عُرضت عليك: ${why}. لم تتم أي مبادلة.`,
  why: {
    contract: 'تستدعي عقدًا آخر',
    spender: 'سيأخذ عقد آخر رموزك',
    recipient: 'سيحصل شخص آخر على ما تشتريه',
    paidToken: 'ستدفع برمز آخر',
    receivedToken: 'ستستلم رمزًا آخر',
    amount: 'سيُؤخذ مبلغ آخر',
    minimum: 'قد تستلم أقل من الحد الأدنى',
    fee: 'الرسوم أعلى',
    deadline: 'قد تُنفَّذ بعد وقت طويل',
    permission: 'سيسمح توقيعك بشيء آخر',
    approval: 'ستسمح الموافقة بشيء آخر',
    sentApproval: 'وافقت محفظتك على شيء آخر، فراجع موافقاتها',
    decimals: 'عدد المنازل العشرية لأحد الرموز مختلف',
    call: 'لا يمكن معرفة ما تفعله',
    simulation: 'نتيجة المحاكاة مختلفة',
    response: 'استجابة الخادم غير صالحة',
  },
} satisfies MismatchTexts
