// Words that records are made of. People and companies are invented; the addresses end in names reserved for examples.

export const FIRST_NAMES = [
  "Ada", "Amir", "Beatriz", "Chen", "Dana", "Elif", "Femi", "Grace", "Hana", "Ivan", "Jonas", "Kaveh", "Lena", "Mina",
  "Noor", "Olga", "Priya", "Quentin", "Rosa", "Samir", "Tara", "Umar", "Vera", "Wanda", "Yusuf", "Zoe",
] as const;

export const LAST_NAMES = [
  "Almeida", "Berg", "Castillo", "Dubois", "Eriksen", "Fischer", "Greco", "Haddad", "Ito", "Jansen", "Kowalska", "Laurent",
  "Mensah", "Novak", "O'Brien", "Petrov", "Quispe", "Rossi", "Silva", "Tanaka", "Usman", "Vega", "Weber", "Yilmaz", "Zhang",
] as const;

export const COMPANIES = [
  "Northwind Mills", "Harbour Light", "Blue Fern", "O'Brien & Sons", "Copper Kettle", "Alder Works", "Juniper Foods",
  "Stonebridge", "Quiet River", "Lantern Press", "Granite Peak", "Silver Birch", "Morning Star", "Tideway", "Oak & Ivy",
] as const;

export const CITIES = [
  ["Lisbon", "PT"], ["Lyon", "FR"], ["Leeds", "GB"], ["Graz", "AT"], ["Gdansk", "PL"], ["Osaka", "JP"], ["Austin", "US"],
  ["Malmo", "SE"], ["Accra", "GH"], ["Izmir", "TR"],
] as const;

export const STREETS = ["Mill Lane", "Station Road", "Harbour Street", "Church Walk", "Elm Avenue", "Bridge Street"] as const;
export const INDUSTRIES = ["Food", "Logistics", "Software", "Energy", "Healthcare", "Retail", "Publishing"] as const;
export const TITLES = ["Head of Sales", "Buyer", "Accountant", "Engineer", "Director", "Office Manager"] as const;
export const TAGS = ["customer", "newsletter", "partner", "vip", "trial"] as const;
