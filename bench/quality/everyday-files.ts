/** The folder of everyday.ts: what a small company and its people keep, in four languages, and fifty questions with their lines. */
import { pageOf } from "../../test/fixtures/documents/pdf.ts";
import { sheetOf } from "../../test/fixtures/documents/workbook.ts";

/** Lines of text, or rows of a table. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "notes/meeting-2026-03-12.md": [
    "# Meeting, 12 March 2026",
    "",
    "Present: Anna, Joram, Mei.",
    "",
    "## Pump house",
    "The new impeller arrives on 2026-04-02; Joram fits it.",
    "We keep version 2.4.1 of the controller until the seal is replaced.",
    "",
    "## Budget",
    "The board approved 14,500.00 EUR for the cooling tower.",
    "Travel costs are refunded within thirty days.",
  ],
  "notes/meeting-2026-04-09.md": [
    "# Meeting, 9 April 2026",
    "",
    "The impeller was fitted; vibration fell from 7.1 mm/s to 2.3 mm/s.",
    "Version 2.5.0 of the controller is installed.",
    "Open: who orders the gaskets?",
  ],
  "notes/allotment.md": [
    "# Allotment diary",
    "",
    "Sowed carrots and parsnips in the north bed.",
    "Slugs ate the lettuce again; tried beer traps.",
    "The water butt leaks at the tap.",
    "Tomatoes need feeding every ten days.",
  ],
  "notes/recipes.txt": [
    "Grandmother's dumplings",
    "Mix 500 g flour with two eggs and a pinch of salt.",
    "Rest the dough for half an hour under a damp cloth.",
    "Lemon drizzle cake",
    "Bake at 180 degrees for 45 minutes, then pour the syrup over it.",
  ],
  "notes/wifi.txt": [
    "Guest network: harbour-guest",
    "Router address 192.168.10.1, admin page on port 8443",
    "Provider hotline +49 40 555 0199, customer number K-20931",
  ],
  "notes/reisen.md": [
    "# Reisen",
    "",
    "Im Juli fuhren wir mit dem Nachtzug nach Wien.",
    "Die Größe des Koffers durfte 55 cm nicht überschreiten.",
    "In Graz regnete es drei Tage lang.",
    "Die Fahrkarten kosteten 89,90 € je Person.",
  ],
  "notes/werkstatt.md": [
    "# Werkstatt",
    "",
    "Der Kugellagerabzieher liegt in der zweiten Schublade.",
    "Drehmoment der Radschrauben: 120 Nm.",
    "Das Getriebeöl wird alle zwei Jahre gewechselt.",
    "Die Bohrmaschine braucht neue Kohlebürsten.",
  ],
  "notes/mietvertrag.txt": [
    "Mietvertrag über die Wohnung Lindenstraße 14, 2. Stock links",
    "Die Kaltmiete beträgt 780 Euro monatlich.",
    "Die Kündigungsfrist beträgt drei Monate zum Monatsende.",
    "Haustiere dürfen nur mit Zustimmung des Vermieters gehalten werden.",
  ],
  "notes/vacances.md": [
    "# Vacances en Bretagne",
    "",
    "Nous avons loué une maison près de la plage de Trégastel.",
    "Le propriétaire a demandé une caution de 300 euros.",
    "Les enfants ont ramassé des coquillages toute la journée.",
    "Le marché de Lannion a lieu chaque jeudi matin.",
  ],
  "notes/cuisine.txt": [
    "Soupe à l'oignon",
    "Faire revenir les oignons émincés dans le beurre pendant vingt minutes.",
    "Tarte aux pommes",
    "Éplucher les pommes et les couper en quartiers.",
  ],
  "notes/会议记录.md": [
    "# 三月会议记录",
    "",
    "冷却塔的预算已经批准。",
    "新的叶轮将于四月初到货，由王工负责安装。",
    "下次会议讨论密封圈的采购问题。",
  ],
  "notes/旅行.txt": ["去年秋天我们去了杭州西湖。", "酒店离火车站只有十分钟的路程。", "龙井茶的价格比去年贵了三成。"],
  "mail/2026-02-invoice.eml": [
    "From: Accounts <accounts@northpump.example>",
    "To: office@harbourworks.example",
    "Subject: Invoice 2026-0417 for seals",
    "Date: Tue, 17 Feb 2026 10:12:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Dear Ms Lindqvist,",
    "please find the invoice for forty shaft seals, order A-1187.",
    "The amount of 1,299.00 EUR is due by 15 March 2026.",
    "Our bank account is DE89 3704 0044 0532 0130 00.",
  ],
  "mail/2026-02-delay.eml": [
    "From: Petra Vogel <petra@vogel-logistik.example>",
    "To: office@harbourworks.example",
    "Subject: Verspätung der Lieferung",
    "Date: Wed, 25 Feb 2026 08:00:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Guten Tag,",
    "die Lieferung der Dichtungen verzögert sich um eine Woche.",
    "Der Zoll in Hamburg hat die Palette zurückgehalten.",
  ],
  "mail/2026-03-birthday.eml": [
    "From: Joram <joram@harbourworks.example>",
    "To: all@harbourworks.example",
    "Subject: Cake on Friday",
    "Date: Mon, 09 Mar 2026 15:00:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Mei turns forty on Friday, there will be cake in the canteen at three.",
    "Please put something into the envelope for her present.",
  ],
  "mail/2026-03-visite.eml": [
    "From: Luc Morel <luc@morel.example>",
    "To: office@harbourworks.example",
    "Subject: Visite du chantier",
    "Date: Thu, 12 Mar 2026 09:30:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Bonjour,",
    "je passerai sur le chantier mardi prochain pour mesurer les canalisations.",
    "Merci de prévoir un casque et des chaussures de sécurité.",
  ],
  "tables/stock.csv": [
    "part;description;quantity;price",
    "M25.4mm;threaded rod;40;3,20",
    "SKF-6204;deep groove ball bearing;12;8,95",
    "GK-110;flat gasket DN110;75;1,15",
    "V-2.4;valve block;3;212,00",
  ],
  "tables/contacts.csv": [
    "name,phone,city",
    "Anna Lindqvist,+46 8 123 456,Stockholm",
    "Petra Vogel,+49 40 987654,Hamburg",
    "王小明,+86 571 8765 4321,杭州",
    "Luc Morel,+33 2 96 11 22 33,Lannion",
  ],
  "code/retry.ts": [
    "/** Calls a function again when it fails, with growing pauses. */",
    "export async function retryWithBackoff<T>(task: () => Promise<T>, attempts = 5): Promise<T> {",
    "  for (let attempt = 1; ; attempt++) {",
    "    try {",
    "      return await task();",
    "    } catch (error) {",
    "      if (attempt === attempts) throw error;",
    "      await pause(100 * 2 ** attempt);",
    "    }",
    "  }",
    "}",
  ],
  "code/sensors.py": [
    '"""Reads the vibration sensors of the pump house."""',
    "import serial",
    "",
    "MAX_VIBRATION = 4.5  # mm/s, above this the pump is stopped",
    "",
    "",
    "def read_sensor(port: str) -> float:",
    '    """One reading in mm/s."""',
    "    with serial.Serial(port, 9600, timeout=2) as line:",
    "        return float(line.readline())",
    "",
    "",
    "def emergency_stop(reason: str) -> None:",
    "    raise SystemExit(reason)",
  ],
  "code/config.yaml": [
    "server:",
    "  host: 0.0.0.0",
    "  port: 8081",
    "logging:",
    "  level: warning",
    "  rotate_days: 14",
  ],
  "code/vector.cpp": [
    "// Fixed-size vectors of the C++ controller.",
    "struct Vec3 { double x, y, z; };",
    "double dotProduct(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }",
  ],
  "code/deploy.sh": [
    "#!/bin/sh",
    "# Copies the build to the harbour server and restarts the service.",
    'rsync -a --delete build/ "harbour:/srv/controller/"',
    "ssh harbour sudo systemctl restart controller",
  ],
};

const PAGES: Readonly<Record<string, readonly string[]>> = {
  "pdf/warranty.pdf": [
    "Warranty conditions",
    "The manufacturer grants a warranty of 24 months from delivery.",
    "Wear parts such as seals and bearings are excluded.",
    "Claims must be made in writing within fourteen days.",
  ],
  "pdf/safety.pdf": [
    "Safety instructions for the pump house",
    "Switch off the main breaker before opening the housing.",
    "Wear hearing protection above 85 dB.",
    "In case of fire call 112 and leave by the eastern stairs.",
  ],
  "pdf/cooling-tower.pdf": [
    "Cooling tower, data sheet",
    "Flow rate 320 m3/h at 1.5 bar",
    "The fan is driven by a motor of 11 kW.",
    "Legionella must be tested for every three months.",
  ],
};

const SHEETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "tables/budget.xlsx": [
    ["item", "planned", "spent"],
    ["cooling tower", "14500", "12980"],
    ["hearing protection", "400", "385"],
    ["apprentice training", "2600", "2600"],
  ],
  "tables/schichtplan.xlsx": [
    ["Woche", "Frühschicht", "Spätschicht"],
    ["KW 14", "Joram", "Anna"],
    ["KW 15", "Mei", "Joram"],
    ["KW 16", "Anna", "Urlaubsvertretung"],
  ],
};

/** Contents of the folder by path. */
export function everydayFiles(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, lines] of Object.entries(TEXTS)) files.set(name, Buffer.from(`${lines.join("\n")}\n`));
  for (const [name, lines] of Object.entries(PAGES)) files.set(name, pageOf(lines));
  for (const [name, rows] of Object.entries(SHEETS)) files.set(name, sheetOf(rows));
  return files;
}

export interface Question {
  readonly query: string;
  /** What must come first. */
  readonly path: string;
  /** Words of the line that must be named: of mail, PDF and tables the number is the reader's. */
  readonly line: string;
}

const question = (query: string, path: string, line: string): Question => ({ query, path, line });

/** Written before any of them was asked. */
export const QUESTIONS: readonly Question[] = [
  question("when does the impeller arrive", "notes/meeting-2026-03-12.md", "impeller arrives"),
  question("2026-04-02", "notes/meeting-2026-03-12.md", "2026-04-02"),
  question("version 2.4.1", "notes/meeting-2026-03-12.md", "version 2.4.1"),
  question("controller 2.5.0", "notes/meeting-2026-04-09.md", "2.5.0"),
  question("14,500.00", "notes/meeting-2026-03-12.md", "14,500.00"),
  question("impeller fitted vibration", "notes/meeting-2026-04-09.md", "impeller was fitted"),
  question("who orders gaskets", "notes/meeting-2026-04-09.md", "who orders"),
  question("refund of travel expenses", "notes/meeting-2026-03-12.md", "Travel costs"),
  question("slugs lettuce", "notes/allotment.md", "Slugs"),
  question("leaking water butt", "notes/allotment.md", "water butt leaks"),
  question("how often to feed tomatoes", "notes/allotment.md", "Tomatoes"),
  question("lemon cake temperature", "notes/recipes.txt", "180 degrees|Lemon drizzle"),
  question("500 g flour", "notes/recipes.txt", "500 g"),
  question('"damp cloth"', "notes/recipes.txt", "damp cloth"),
  question("192.168.10.1", "notes/wifi.txt", "192.168.10.1"),
  question("+49 40 555 0199", "notes/wifi.txt", "0199"),
  question("K-20931", "notes/wifi.txt", "K-20931"),
  question("Größe Koffer", "notes/reisen.md", "Größe"),
  question("groesse koffer", "notes/reisen.md", "Größe"),
  question("89,90 €", "notes/reisen.md", "89,90"),
  question("Nachtzug Wien", "notes/reisen.md", "Nachtzug"),
  question("*lagerabzieher", "notes/werkstatt.md", "Kugellagerabzieher"),
  question("Drehmoment Radschrauben", "notes/werkstatt.md", "120 Nm"),
  question("120 Nm", "notes/werkstatt.md", "120 Nm"),
  question("Getriebeöl wechseln", "notes/werkstatt.md", "Getriebeöl"),
  question("Kündigungsfrist", "notes/mietvertrag.txt", "Kündigungsfrist"),
  question("Haustiere Vermieter", "notes/mietvertrag.txt", "Haustiere"),
  question("lindenstrasse 14", "notes/mietvertrag.txt", "Lindenstraße"),
  question("caution propriétaire", "notes/vacances.md", "caution"),
  question("coquillages", "notes/vacances.md", "coquillages"),
  question("marche de Lannion jeudi", "notes/vacances.md", "Lannion"),
  question("éplucher pommes", "notes/cuisine.txt", "Éplucher"),
  question("冷却塔预算", "notes/会议记录.md", "冷却塔"),
  question("叶轮 安装", "notes/会议记录.md", "叶轮"),
  question("西湖", "notes/旅行.txt", "西湖"),
  question("龙井茶价格", "notes/旅行.txt", "龙井茶"),
  question("invoice 2026-0417", "mail/2026-02-invoice.eml", "2026-0417"),
  question("1,299.00 EUR due", "mail/2026-02-invoice.eml", "1,299.00"),
  question("shaft seals order A-1187", "mail/2026-02-invoice.eml", "A-1187"),
  question("Lieferung verzögert Zoll", "mail/2026-02-delay.eml", "Zoll|verzögert"),
  question("birthday present Mei", "mail/2026-03-birthday.eml", "present|Mei turns"),
  question("chaussures de sécurité", "mail/2026-03-visite.eml", "chaussures"),
  question("25.4mm", "tables/stock.csv", "M25.4mm"),
  question("ball bearing 6204", "tables/stock.csv", "6204"),
  question("Lindqvist phone", "tables/contacts.csv", "Lindqvist"),
  question("budget apprentice training", "tables/budget.xlsx", "apprentice"),
  question("Spätschicht KW 15", "tables/schichtplan.xlsx", "KW 15|Spätschicht"),
  question("warranty months seals", "pdf/warranty.pdf", "24 months|seals and bearings|Warranty"),
  question("retry with backoff", "code/retry.ts", "retryWithBackoff"),
  question("MAX_VIBRATION", "code/sensors.py", "MAX_VIBRATION"),
];
