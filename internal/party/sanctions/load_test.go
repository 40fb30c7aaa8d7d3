package sanctions

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// The functions below write lists of the real sizes in the publishers' forms, with made-up parties.

func split2(n Name) (family, given string) {
	if f, g, ok := strings.Cut(n.Reading, ", "); ok {
		return html.EscapeString(f), html.EscapeString(g)
	}
	return html.EscapeString(n.Text), ""
}

func writeOFAC(parties []Party) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" standalone="yes"?><sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML"><publshInformation><Publish_Date>11/18/2026</Publish_Date><Record_Count>%d</Record_Count></publshInformation>`, len(parties))
	for i, p := range parties {
		f, g := split2(p.Names[0])
		kind := map[Type]string{Individual: "Individual", Entity: "Entity", Vessel: "Vessel"}[p.Type]
		fmt.Fprintf(&b, "\n  <sdnEntry>\n    <uid>%d</uid>\n    <firstName>%s</firstName>\n    <lastName>%s</lastName>\n    <sdnType>%s</sdnType>\n    <remarks>(Linked To: SOMEBODY ELSE; Linked To: ANOTHER PARTY)</remarks>\n    <programList>\n      <program>RUSSIA-EO14024</program>\n    </programList>\n    <idList>\n", i, g, f, kind)
		for k := range 4 {
			fmt.Fprintf(&b, "      <id>\n        <uid>%d</uid>\n        <idType>Passport</idType>\n        <idNumber>A%07d</idNumber>\n        <idCountry>Russia</idCountry>\n      </id>\n", 10*i+k, i)
		}
		if i%18 == 0 {
			fmt.Fprintf(&b, "      <id>\n        <uid>%d</uid>\n        <idType>Digital Currency Address - ETH</idType>\n        <idNumber>0x%040x</idNumber>\n      </id>\n", i, i*7919+1)
		}
		b.WriteString("    </idList>\n    <akaList>\n")
		for _, n := range p.Names[1:] {
			f, g := split2(n)
			fmt.Fprintf(&b, "      <aka>\n        <uid>%d</uid>\n        <type>a.k.a.</type>\n        <category>strong</category>\n        <lastName>%s</lastName>\n        <firstName>%s</firstName>\n      </aka>\n", i, f, g)
		}
		fmt.Fprintf(&b, "    </akaList>\n    <addressList>\n      <address>\n        <uid>%d</uid>\n        <address1>12 Long Street Name</address1>\n        <city>Moscow</city>\n        <postalCode>101000</postalCode>\n        <country>Russia</country>\n      </address>\n    </addressList>\n    <dateOfBirthList>\n      <dateOfBirthItem>\n        <uid>%d</uid>\n        <dateOfBirth>05 Jul 1971</dateOfBirth>\n        <mainEntry>true</mainEntry>\n      </dateOfBirthItem>\n    </dateOfBirthList>\n  </sdnEntry>", i, i)
	}
	b.WriteString("</sdnList>")
	return b.Bytes()
}

func writeUK(parties []Party) []byte {
	var b bytes.Buffer
	b.WriteString("Report Date: 17-Nov-2026\r\nLast Updated,Unique ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Other Information,UK Statement of Reasons,Address Country,D.O.B,Nationality(/ies),IMO number,Current believed flag of ship\r\n")
	why := strings.Repeat("Involved person under the regulations, carrying on business in a sector of strategic significance. ", 8)
	for i, p := range parties {
		kind := map[Type]string{Individual: "Individual", Entity: "Entity", Vessel: "Ship"}[p.Type]
		for k, n := range p.Names {
			f, g, ok := strings.Cut(n.Reading, ", ")
			if !ok {
				f, g = n.Text, ""
			}
			fmt.Fprintf(&b, "02/11/2026,RUS%05d,%s,%s,,,,,%s,,,The Russia (Sanctions) (EU Exit) Regulations 2019,%s,,\"%s\",Russia,05/07/1971,Russia,,\r\n", i, f, g, map[bool]string{true: "Primary Name", false: "Alias"}[k == 0], kind, why)
		}
	}
	return b.Bytes()
}

func writeEU(parties []Party) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-19T18:02:11.105+01:00">`)
	summary := `<regulationSummary regulationType="regulation" publicationDate="2024-02-23" numberTitle="2024/753 (OJ L753)" publicationUrl="http://data.europa.eu/eli/reg_impl/2024/753/oj"/>`
	for i, p := range parties {
		kind := map[bool]string{true: "person", false: "enterprise"}[p.Type == Individual]
		fmt.Fprintf(&b, "\n<sanctionEntity designationDetails=\"\" euReferenceNumber=\"EU.%d.1\" logicalId=\"%d\"><remark>Some remark on the party</remark><regulation regulationType=\"regulation\" programme=\"UKR\"><publicationUrl>http://data.europa.eu/eli/reg_impl/2024/753/oj</publicationUrl></regulation><subjectType code=\"%s\" classificationCode=\"P\"/>", i, i, kind)
		for _, n := range p.Names {
			fmt.Fprintf(&b, "<nameAlias firstName=\"\" middleName=\"\" lastName=\"\" wholeName=\"%s\" function=\"\" gender=\"M\" title=\"\" nameLanguage=\"\" strong=\"true\" regulationLanguage=\"en\" logicalId=\"%d\">%s</nameAlias>", html.EscapeString(n.Text), i, summary)
		}
		fmt.Fprintf(&b, "<citizenship countryIso2Code=\"RU\" countryDescription=\"RUSSIAN FEDERATION\">%s</citizenship><birthdate circa=\"false\" birthdate=\"1971-07-05\" year=\"1971\">%s</birthdate></sanctionEntity>", summary, summary)
	}
	b.WriteString("</export>")
	return b.Bytes()
}

func writeUN(parties []Party) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><CONSOLIDATED_LIST dateGenerated="2026-11-19T00:00:07.101Z"><INDIVIDUALS>`)
	for i, p := range parties {
		kind := map[bool]string{true: "INDIVIDUAL", false: "ENTITY"}[p.Type == Individual]
		fmt.Fprintf(&b, "<%s><DATAID>%d</DATAID><FIRST_NAME>%s</FIRST_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>CDi.%d</REFERENCE_NUMBER><COMMENTS1>%s</COMMENTS1>", kind, i, html.EscapeString(p.Names[0].Text), i, strings.Repeat("Some comment on the party. ", 20))
		for _, n := range p.Names[1:] {
			fmt.Fprintf(&b, "<%s_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>%s</ALIAS_NAME></%s_ALIAS>", kind, html.EscapeString(n.Text), kind)
		}
		if p.Type == Individual {
			b.WriteString("<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-07-05</DATE></INDIVIDUAL_DATE_OF_BIRTH>")
		}
		fmt.Fprintf(&b, "</%s>", kind)
	}
	b.WriteString("</INDIVIDUALS></CONSOLIDATED_LIST>")
	return b.Bytes()
}

func writeSwiss(parties []Party) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><swiss-sanctions-list list-type="whole-list" date="2026-11-16"><sanctions-program ssid="1"><program-key lang="eng">Ukraine</program-key><sanctions-set ssid="2" lang="eng">annex 8</sanctions-set></sanctions-program>`)
	for i, p := range parties {
		kind := map[bool]string{true: "individual", false: "entity"}[p.Type == Individual]
		var id bytes.Buffer
		fmt.Fprintf(&id, "<identity ssid=\"%d\" main=\"true\">\n", i)
		for _, n := range p.Names {
			f, g := split2(n)
			fmt.Fprintf(&id, "<name ssid=\"%d\" name-type=\"primary-name\" quality=\"good\" lang=\"eng\">\n<name-part order=\"1\" name-part-type=\"family-name\"><value>%s</value></name-part>\n<name-part order=\"2\" name-part-type=\"given-name\"><value>%s</value></name-part>\n</name>\n", i, f, g)
		}
		id.WriteString("<day-month-year day=\"5\" month=\"7\" year=\"1971\" calendar=\"Gregorian\" quality=\"good\"/></identity>")
		fmt.Fprintf(&b, "\n<target ssid=\"%d\"><sanctions-set-id>2</sanctions-set-id><%s>%s<justification>%s</justification></%s><modification modification-type=\"amended\" publication-date=\"2025-03-01\"><removed>%s</removed></modification><modification modification-type=\"listed\" publication-date=\"2024-03-01\"><added>%s</added></modification></target>", i, kind, id.Bytes(), strings.Repeat("Some reason for the listing of the party. ", 10), kind, id.Bytes(), id.Bytes())
	}
	b.WriteString("</swiss-sanctions-list>")
	return b.Bytes()
}

// BenchmarkLoad reads and indexes lists in the publishers' forms, of the real sizes in late 2026: as a start from the copies
// on disk does.
func BenchmarkLoad(b *testing.B) {
	lists := []struct {
		id    string
		n     int
		write func([]Party) []byte
		read  func(*reader, io.Reader) (Source, error)
	}{
		{"ofac", 20_000, writeOFAC, func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac", f) }},
		{"ofac-cons", 500, writeOFAC, func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac-cons", f) }},
		{"uk-sl", 6_000, writeUK, (*reader).readUK},
		{"eu-fsf", 6_500, writeEU, (*reader).readEU},
		{"un-sc", 1_100, writeUN, (*reader).readUN},
		{"ch-seco", 8_700, writeSwiss, (*reader).readSwiss},
	}
	e := names.New()
	countries := readCountries()
	files := make([][]byte, len(lists))
	total := 0
	for i, s := range lists {
		g := newGenerator(uint64(i + 1))
		src := g.list(s.id, s.n)
		for j := range src.Parties {
			p := &src.Parties[j]
			for k := 0; len(p.Names) < 6 && k < 30; k++ {
				p.Names = addName(p.Names, Name{Text: g.alias(p.Names[k%len(p.Names)].Text)})
			}
		}
		files[i] = s.write(src.Parties)
		total += len(files[i])
		b.Logf("%s: %d parties, %.1f MB", s.id, s.n, float64(len(files[i]))/1e6)
	}
	b.SetBytes(int64(total))
	kept := make([]*List, len(lists))
	for b.Loop() {
		for i, s := range lists {
			src, err := s.read(newReader(countries), bytes.NewReader(files[i]))
			if err != nil {
				b.Fatal(err)
			}
			kept[i] = NewList(e, src)
		}
	}
	b.StopTimer()
	b.ReportMetric((float64(heap())-float64(total))/(1<<20), "MB-heap") // without the files, with the engine's tables
	count := 0
	for _, l := range kept {
		count += l.Names()
	}
	b.ReportMetric(float64(count), "names")
	runtime.KeepAlive(kept)
	runtime.KeepAlive(files)
}
