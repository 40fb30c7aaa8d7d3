// Package banklisttest holds small lists of banks in the publishers' own forms, for tests. The banks exist; the
// lists have a few rows.
package banklisttest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Answers are the publishers' answers: each list at its URL, behind its page if it has one. They load through the
// datasets of a pool with upstream.Options.SmallLists set.
func Answers() []upstreamtest.Answer {
	const epc = "https://www.europeanpaymentscouncil.eu/sites/default/files/participants_export/"
	out := []upstreamtest.Answer{
		{URL: BundesbankPageURL, Type: "text/html", Body: BundesbankPage()},
		{
			URL:  "https://www.bundesbank.de/resource/blob/602632/0a1b/mL/blz-aktuell-txt-data.txt",
			Type: "text/plain", Body: BLZ(),
		},
		{
			URL:  "https://www.oenb.at/docroot/downloads_observ/sepa-zv-vz_gesamt.csv",
			Type: "text/csv",
			Body: OeNB(),
		},
		{
			URL:  "https://api.six-group.com/api/epcd/bankmaster/v3/bankmaster_V3.csv",
			Type: "text/csv",
			Body: SIX,
		},
		{
			URL:  "https://www.nbb.be/doc/be/be/protocol/full_list_current.xlsx",
			Type: sheetType,
			Body: NBB(),
		},
		{
			URL:  "https://www.betaalvereniging.nl/wp-content/uploads/BIC-lijst-NL.xlsx",
			Type: sheetType, Body: Betaalvereniging(),
		},
		{
			URL:  "https://www.cnb.cz/cs/platebni-styk/.galleries/ucty_kody_bank/download/kody_bank_CR.csv",
			Type: "text/html", Body: CNB,
		},
		{URL: NBSPageURL, Type: "text/html", Body: NBSPage},
		{
			URL:  "https://nbs.sk/dokument/53533909/stiahnut/?force=true",
			Type: "application/octet-stream",
			Body: NBS(),
		},
		{URL: ECBPageURL, Type: "text/html", Body: ECBPage},
		{
			URL:  "https://www.ecb.europa.eu/stats/money/mfi/general/html/dla/mfi_MID/mfi_csv_261120.csv",
			Type: "text/csv", Body: ECB(),
		},
		{URL: "https://www.mnb.hu/letoltes/sht.xlsx", Type: sheetType, Body: MNB()},
		{
			URL:  "https://ewib.nbp.pl/plewibnra?dokNazwa=plewibnra.txt",
			Type: "text/plain",
			Body: NBP(),
		},
		{URL: "https://www.bsi.si/en/d/list-of-identifiers-of-psp", Type: "text/csv", Body: BSI()},
		{URL: "https://www.bits.no/document/iban/", Type: sheetType, Body: Bits()},
	}

	for _, scheme := range []string{"sct", "sct_inst", "sdd_core", "sdd_b2b"} {
		out = append(out, upstreamtest.Answer{
			URL:  epc + scheme + "/" + scheme + ".csv",
			Type: "text/csv",
			Body: EPC(scheme),
		})
	}

	return out
}

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// The pages that link a list.
const (
	BundesbankPageURL = "https://www.bundesbank.de/de/aufgaben/unbarer-zahlungsverkehr/serviceangebot/bankleitzahlen/" +
		"download-bankleitzahlen-602592"
	ECBPageURL = "https://www.ecb.europa.eu/stats/financial_corporations/list_of_financial_institutions/html/" +
		"daily_list-MID.en.html"
	NBSPageURL = "https://nbs.sk/en/payments/general-information/directories-and-registers/" +
		"directory-identification-codes-domestic-payment-system-in-sr/"
)

// BundesbankPage is the page of the German files.
func BundesbankPage() string {
	return `<!DOCTYPE html><html lang="de"><body><h1>Download - Bankleitzahlen</h1>
<p>Die Dateien sind g&uuml;ltig vom 07.09.2026 bis 06.12.2026.</p>
<ul><li><a href="/resource/blob/602630/0a1b/mL/blz-aktuell-xml-data.xml">XML</a></li>
<li><a class="linklist" href="/resource/blob/602632/0a1b/mL/blz-aktuell-txt-data.txt"><span>Bankleitzahlendateien
ungepackt</span> TXT</a></li></ul></body></html>
`
}

// Record is one record of the German file, without its line end.
type Record struct{ Code, Mark, Name, City, BIC, Method, Change, Deletion, Successor string }

// Line is the record in 168 characters.
func (r Record) Line() string {
	return fmt.Sprintf("%-8s%s%-58s%-5s%-35s%-27s%-5s%-11s%s%s%s%s%s", r.Code, r.Mark, r.Name, "12345", r.City,
		r.City, "", r.BIC, r.Method, "012345", r.Change, r.Deletion, r.Successor)
}

// BLZ is the German file: five codes in use, one of them due for deletion, and one deleted; six codes and a further
// office.
func BLZ() string {
	none := "00000000"
	var out strings.Builder
	for _, r := range []Record{
		{"10000000", "1", "Bundesbank", "Berlin", "MARKDEF1100", "09", "U", "0", none},
		{"10060198", "1", "Pax-Bank", "Berlin", "GENODED1PA6", "06", "U", "1", "37060193"},
		{"10090900", "1", "PSD Bank Berlin-Brandenburg -alt-", "Berlin", "GENODEF1P01", "91", "D", "0", "10090000"},
		{"37040044", "1", "Commerzbank", "Köln", "COBADEFFXXX", "13", "U", "0", none},
		{"37040044", "2", "Commerzbank", "Bonn", "", "13", "U", "0", none},
		{"50070010", "1", "Deutsche Bank", "Frankfurt am Main", "DEUTDEFFXXX", "63", "M", "0", none},
		{"51210800", "1", "Société Générale", "Frankfurt am Main", "SOGEDEFFXXX", "09", "A", "0", none},
	} {
		out.WriteString(r.Line() + "\r\n")
	}
	return encoded(charmap.ISO8859_1, out.String())
}

// OeNB is the Austrian file in German.
func OeNB() string {
	return encoded(charmap.ISO8859_1, "Die OeNB aktualisiert das Verzeichnis täglich.\r\n\r\n"+
		"SEPA-Zahlungsverkehrs-Verzeichnis Abfrage vom 19. 11. 2026; \r\n"+
		"Kennzeichen;Identnummer;Bankleitzahl;Institutsart;Bankenname;Straße;PLZ;Ort;SWIFT-Code;Homepage;LEI;\r\n"+
		`;"1";"20315";"";"Sparkasse Oberösterreich";"Weg 1";"4020";"Wels";"ASPKAT2LXXX";"";"";`+"\r\n"+
		`;"2";"20320";"";"Zweigstelle";"Weg 2";"4020";"Wels";"";"";"";`+"\r\n"+
		`Hauptanstalt;"3";"20320";"KI";"Sparkasse Oberösterreich";"Weg 1";"4020";"Linz";"ASPKAT2LXXX";"";"";`+"\r\n"+
		`Hauptanstalt;"4";"19043";"KI";"Bank; mit Strichpunkt";"Ring 1";"1010";"Wien";"BKAUATWWXXX";"";"";`+"\r\n"+
		`Filiale;"5";"1230";"KI";"Auslandsbank Filiale Wien";"Ring 1";"1010";"Wien";"ABCDATWWXXX";"";"";`+"\r\n")
}

// SIX is the Bank Master: four codes in Switzerland, one of them forwarded to another, and one in Liechtenstein.
const SIX = "IID/QR-IID;Valid on;Concatenation;New IID/QR-IID;SIC IID;Headquarters;IID type;QR-IID allocation;" +
	"Name of bank/institution;Street Name;Building Number;Post Code;Town Name;Country;BIC;SIC participation;" +
	"RTGS customer payments, CHF;IP customer payments, CHF;euroSIC participation;LSV+/BDD, CHF;LSV+/BDD, EUR;" +
	"20261120090000\r\n" +
	"100;2026-11-20;N;;001008;100;1;;Schweizerische Nationalbank;Börsenstrasse;15;8022;Zürich;CH;SNBZCHZZXXX;" +
	"Y;Y;Y;Y;Y;N\r\n" +
	"4835;2026-11-20;Y;240;;;;;;;;;;;;;;;;;\r\n" +
	"240;2026-11-20;N;;002402;230;2;;UBS Switzerland AG;Bahnhofstrasse;45;8098;Zürich;CH;UBSWCHZH80A;Y;Y;Y;Y;Y;Y\r\n" +
	"30000;2026-11-20;N;;300005;9000;4;9000;PostFinance AG;Mingerstrasse;20;3030;Bern;CH;POFICHBEXXX;Y;Y;Y;Y;N;N\r\n" +
	"8810;2026-11-20;N;;088104;8810;1;;VP Bank AG;Aeulestrasse;6;9490;Vaduz;LI;VPBVLI2XXXX;Y;Y;Y;Y;N;N\r\n"

// CNB is the Czech file.
const CNB = "\ufeffKód platebního styku;Poskytovatel platebních služeb;BIC kód (SWIFT);Systém CERTIS\r\n" +
	"0100;Komerční banka, a.s.;KOMBCZPP;A\r\n" +
	"0800;Česká spořitelna, a.s.;GIBACZPX;A\r\n" +
	"7950;Raiffeisen stavební spořitelna a.s.;;A\r\n"

// NBSPage is the page of the Slovak files.
const NBSPage = `<!DOCTYPE html><html><body><p>Version: <strong>225</strong></p>
<p>Effective from: <strong>18.&nbsp;5.&nbsp;2026</strong></p>
<ul><li><a href="https://nbs.sk/dokument/53ab91a0/stiahnut/?force=true">Directory of identification codes (PDF)</a></li>
<li><a href="https://nbs.sk/dokument/53533909/stiahnut/?force=true">Directory of identification codes (CSV)</a></li>
</ul></body></html>
`

// NBS is the Slovak file.
func NBS() string {
	return encoded(charmap.Windows1250, ""+
		"Payment system code SR;Payment service provider;SWIFT 8;Payment system SIPS\r\n"+
		"200;Všeobecná úverová banka, a.s.;SUBASKBX;x\r\n"+
		"1200;Privatbanka, a.s.;BSLOSK22;x\r\n"+
		"2010;Fio banka, a.s. ;FIOBCZPP;x\r\n"+
		"8191;Centrálny depozitár cenných papierov SR, a.s.;;\r\n")
}

// NBP is the Polish register.
func NBP() string {
	var out strings.Builder
	for _, r := range [][4]string{
		{"101", "Narodowy Bank Polski", "10100000", "NBPLPLPWXXX"},
		{"109", "Erste Bank Polska Spółka Akcyjna", "10901014", "WBKPPLPPXXX"},
		{"8009", "Bank Spółdzielczy w Łodzi", "80090007", ""},
		{"102", "PKO Bank Polski Spółka Akcyjna", "14400003", "BPKOPLPWXXX"},
		{"999", "Inny Bank", "14450008", "ABCDPLPWXXX"},
	} {
		f := make([]string, 33)
		f[0] = r[0]
		f[1] = r[1] + "   "
		f[4] = r[2]
		f[10] = "Warszawa"
		f[19] = r[3]
		out.WriteString(strings.Join(f, "\t") + "\r\n")
	}
	return encoded(charmap.CodePage852, out.String())
}

// BSI is the Slovenian list.
func BSI() string {
	return encoded(charmap.Windows1250, "NATIONAL ID;NAME;ADDRESS;ZIP CODE;CITY;BIC11\r\n"+
		"01000;BANKA SLOVENIJE;SLOVENSKA CESTA 35;1505;LJUBLJANA;BSLJSI2XXXX\r\n"+
		"01100;UJP, RAČUN;SLOVENSKA CESTA 35;1505;LJUBLJANA;BSLJSI2XFNB\r\n"+
		"19100;DEŽELNA BANKA SLOVENIJE;KOLODVORSKA ULICA 9;1000;LJUBLJANA;SZKBSI2XXXX\r\n"+
		"33000;ADDIKO BANK D.D.;DUNAJSKA CESTA 117;1000;LJUBLJANA;HAABSI22XXX\r\n"+
		"33001;DRUGA BANKA D.D.;DUNAJSKA CESTA 118;1000;LJUBLJANA;ABCDSI22XXX\r\n")
}

// NBB is the Belgian list: three assigned codes and three unassigned ones.
func NBB() string {
	return Sheet("Q_FULL_LIST_XLS_REPORT", [][]any{
		{"Version 01/09/2026"},
		{
			"T_Identification_Number", "Biccode", "T_Institutions_Dutch", "T_Institutions_French",
			"T_Institutions_German", "T_Institutions_English",
		},
		{"001", "GEBA BE BB", "BNP Paribas Fortis", "BNP Paribas Fortis", "", ""},
		{"002", "VRIJ", "VRIJ", "LIBRE", "FREI", "FREE"},
		{"003", "N/A", "VRIJ - LIBRE"},
		{"096", "GKCC BE BB", "BELFIUS BANK", "BELFIUS BANQUE"},
		{"171", "CPHB BE 75", "", "BANQUE CPH"},
		{"539", "NAP", "Onbeschikbaar", "Indisponible"},
	})
}

// Betaalvereniging is the Dutch list.
func Betaalvereniging() string {
	return Sheet("BIC-lijst | BIC-list", [][]any{
		{"BIC-lijst-NL | BIC-list-NL (Laatste update | last update 02-09-2026)"},
		{"BIC", "Identifier", "Betaaldienstverlener / Payment Service Provider"},
		{"ABNANL2A", "ABNA", "ABN AMRO BANK "},
		{"INGBNL2A", "INGB", "ING BANK"},
	})
}

// ECBPage is the page of the lists of monetary financial institutions.
const ECBPage = `<!DOCTYPE html><html><body><table>
<tr><td><a href="/stats/money/mfi/general/html/dla/mfi_MID/mfi_csv_261119.csv">mfi_csv_261119.csv</a></td></tr>
<tr><td><a href="/stats/money/mfi/general/html/dla/mfi_MID/mfi_csv_261120.csv.gz">compressed</a></td></tr>
<tr><td><a href="/stats/money/mfi/general/html/dla/mfi_MID/mfi_csv_261120.csv">mfi_csv_261120.csv</a></td></tr>
<tr><td><a href="/stats/money/mfi/general/html/dla/mfi_MID/mfi_csv_update_261121.csv">changes</a></td></tr>
</table></body></html>
`

// ECB is the list of monetary financial institutions: a bank each in Spain and France, and rows that are skipped.
func ECB() string {
	rows := "RIAD_CODE\tLEI\tCOUNTRY_OF_REGISTRATION\tNAME\tBOX\tADDRESS\tPOSTAL\tCITY\tCATEGORY\t" +
		"HEAD_COUNTRY_OF_REGISTRATION\tHEAD_NAME\tHEAD_RIAD_CODE\tHEAD_LEI\tREPORT\r\n" +
		"ES0019\t\tES\tDeutsche Bank, S.A.E.\t\tRonda\t08017\tBarcelona\tCredit Institution\t\t\t\t\tfull\r\n" +
		"FR12548\t\tFR\tAXA Banque\t\tRue\t94120\tFontenay-sous-Bois\tCredit Institution\t\t\t\t\tfull\r\n" +
		"FR12345\t\tFR\tUn fonds\t\tRue\t75002\tParis\tMoney Market Fund\t\t\t\t\tfull\r\n" +
		"IT0000101247669\t\tIT\tUna banca\t\tVia\t20100\tMilano\tCredit Institution\t\t\t\t\tfull\r\n"
	out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(rows)
	if err != nil {
		return err.Error()
	}
	return out
}

// MNB is the Hungarian list.
func MNB() string {
	return Sheet("SHT", [][]any{
		{"Branch office code", "BIC code", "Name of the branch office", "Address of the branch office"},
		{"10000009", "HUSTHUHB", "Magyar Államkincstár", "Budapest"},
		{11773016, "OTPVHUHB", "OTP Bank Nyrt.", "Budapest"},
		{"11773023", "OTPVHUHB", "OTP Bank Nyrt. II. fiók", "Budapest"},
	})
}

// Bits is the Norwegian list.
func Bits() string {
	return Sheet("Sheet1", [][]any{
		{"Bank identifier", "BIC", "Bank"},
		{"0530", "DNBANOKKXXX", "DNB Bank ASA "},
		{"8601", "DABANO22XXX", "Danske Bank"},
	})
}

// EPC is the register of a scheme: sct, sct_inst, sdd_core or sdd_b2b. Barclays takes part in credit transfers only and
// leaves in the middle of 2027.
func EPC(scheme string) string {
	out := `"Country","ParticipantName","Address","City","BIC","Readiness Date",` +
		`"Scheme Leaving Date","Scheme Options"` + "\n" +
		`"BELGIUM","Belfius Bank","Karel Rogierplein 11","BRUSSELS","GKCCBEBBXXX","2008-01-28","",""` + "\n" +
		`"GERMANY","Deutsche Bank AG","Turm ""A"", 12","FRANKFURT AM MAIN","DEUTDEFFXXX","2008-01-28","",""` + "\n" +
		`"GERMANY","Commerzbank AG","Kaiserplatz","FRANKFURT AM MAIN","COBADEFFXXX","2008-01-28","",""` + "\n"
	if scheme == "sct" {
		out += `"UNITED KINGDOM","Barclays Bank UK PLC","1 Churchill Place","LONDON","BARCGB22XXX",` +
			`"2018-04-01","2027-06-30",""` + "\n"
	}
	return out
}

// Sheet is a spreadsheet of one sheet.
func Sheet(name string, rows [][]any) string {
	book := excelize.NewFile()
	if err := book.SetSheetName("Sheet1", name); err != nil {
		return err.Error() // a parser refuses it
	}
	for n, row := range rows {
		if err := book.SetSheetRow(name, fmt.Sprintf("A%d", n+1), &row); err != nil {
			return err.Error()
		}
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		return err.Error()
	}
	return out.String()
}

func encoded(to *charmap.Charmap, text string) string {
	out, err := to.NewEncoder().String(text)
	if err != nil {
		return err.Error()
	}
	return out
}
