/** The settings of each market. */
export interface Market {
  readonly name: string;
  readonly location: string;
  readonly language: string;
  readonly linkedinSeatId: number;
  readonly opening: string;
}

export const markets: Readonly<Record<string, Market>> = {
  france: {
    name: "France",
    location: "France",
    language: "fr-FR",
    linkedinSeatId: 7,
    opening: "Bonjour [FirstName], nous aidons des équipes comme celle de [Company]. Puis-je vous montrer comment ?",
  },
  spain: {
    name: "Spain",
    location: "Spain",
    language: "es-ES",
    linkedinSeatId: 11,
    opening: "Hola [FirstName], ayudamos a equipos como el de [Company]. ¿Le muestro cómo?",
  },
};
