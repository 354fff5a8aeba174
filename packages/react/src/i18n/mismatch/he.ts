import type { MismatchTexts } from './mismatchTexts.ts'

export const he = {
  sentence: (why) => `נעצרה כי זו לא ההחלפה שהוצגה: ${why}. לא בוצעה החלפה.`,
  why: {
    contract: 'היא פונה לחוזה אחר',
    spender: 'חוזה אחר היה לוקח את האסימונים',
    recipient: 'מישהו אחר היה מקבל את מה שנקנה',
    paidToken: 'התשלום היה באסימון אחר',
    receivedToken: 'היה מתקבל אסימון אחר',
    amount: 'היה נלקח סכום אחר',
    minimum: 'ייתכן שהיה מתקבל פחות מהמינימום',
    fee: 'העמלה גבוהה יותר',
    deadline: 'אפשר היה לבצע אותה הרבה יותר מאוחר',
    permission: 'החתימה הייתה מאשרת משהו אחר',
    approval: 'ההרשאה הייתה לדבר אחר',
    sentApproval: 'הארנק אישר משהו אחר, יש לבדוק את ההרשאות שבו',
    decimals: 'לאסימון יש מספר ספרות עשרוניות אחר',
    call: 'אי אפשר לדעת מה היא עושה',
    simulation: 'בסימולציה קורה משהו אחר',
    response: 'תגובת השרת אינה תקינה',
  },
} satisfies MismatchTexts
