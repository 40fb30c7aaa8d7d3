// Package traveltest holds the answers of governments, CDC and the visa table for the examples of the spec's travel
// routes: real places, and our own texts in the form of theirs.
package traveltest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	StateJSON = "https://cadataapi.state.gov/api/TravelAdvisories"
	StateRSS  = "https://travel.state.gov/_res/rss/TAsTWs.xml"
	UKIndex   = "https://www.gov.uk/api/content/foreign-travel-advice"
	Canada    = "https://data.international.gc.ca/travel-voyage/index-alpha-eng.json"
	Germany   = "https://www.auswaertiges-amt.de/opendata/travelwarning"
	CDC       = "https://wwwnc.cdc.gov/travel/rss/notices.xml"
	Visas     = "https://raw.githubusercontent.com/imorte/passport-index-data/" +
		"9c59780dd0dbaefcbdfa0134d21cd99d0d547509/"
	VisaCSV  = Visas + "passport-index-tidy-iso2.csv"
	VisaJSON = Visas + "passport-index.json"
)

// Answers are the sources' answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	const xml = "application/xml"
	return []upstreamtest.Answer{
		{URL: StateJSON, Body: stateJSON},
		{URL: StateRSS, Type: xml, Body: stateRSS},
		{URL: UKIndex, Body: ukIndex},
		{URL: UKIndex + "/japan", Body: ukJapan},
		{URL: Canada, Body: canada},
		{URL: Germany, Body: germany},
		{URL: CDC, Type: xml, Body: cdc},
		{URL: VisaCSV, Type: "text/plain", Body: visaCSV},
		{URL: VisaJSON, Type: "text/plain", Body: visaJSON},
	}
}

const stateJSON = `[{"Title":"Japan - Level 1: Exercise Normal Precautions",
"Link":"https://travel.state.gov/en/international-travel/travel-advisories/japan.html","Category":["JA"],
"Summary":"<p>Exercise normal precautions in <b>Japan</b>.</p>","id":"1","Published":"2026-05-14T20:00:00-04:00",
"Updated":"2026-05-14T20:00:00-04:00"},
{"Title":"Japan - Level 2: Exercise Increased Caution","Link":"https://travel.state.gov/old.html","Category":["JA"],
"Summary":"<p>An old copy.</p>","id":"2","Published":"2022-05-14T20:00:00-04:00",
"Updated":"2022-05-14T20:00:00-04:00"},
{"Title":"Mexico Travel Advisory - Level 2: Exercise Increased Caution","Link":"https://travel.state.gov/mexico.html",
"Category":["MX"],"Summary":"<p>Exercise increased caution due to <b>terrorism, crime, and kidnapping</b>.</p>` +
	`<p>Do Not Travel To: Colima state due to crime.</p>","Updated":"2026-05-28T20:00:00-04:00"},
{"Title":"Israel, the West Bank and Gaza - See Summaries - Level 3: Reconsider Travel","Category":["IS"],
"Link":"https://travel.state.gov/israel.html",
"Summary":"<p>Do not travel to Gaza due to terrorism, armed conflict.</p>",
"Updated":"2026-06-15T20:00:00-04:00"}]`

const stateRSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel><title>Travel Advisories</title>
<pubDate>Thu, 19 Nov 2026 17:36:06 GMT</pubDate>
<item><title>Japan - Level 1: Exercise Normal Precautions</title><link>https://travel.state.gov/japan-rss.html</link>
<pubDate>Thu, 15 May 2025</pubDate><description><![CDATA[<p>Older.</p>]]></description>
<category domain="Threat-Level">Level 1: Exercise Normal Precautions</category>
<category domain="Country-Tag">JA</category></item>
<item><title>Germany Travel Advisory</title><link>https://travel.state.gov/germany.html</link>
<pubDate>Tue, 13 May 2025</pubDate>
<description><![CDATA[<p>Exercise increased caution in Germany due to <b>terrorism</b>.</p>]]></description>
<category domain="Threat-Level">Level 2: Exercise Increased Caution</category>
<category domain="Country-Tag">GM</category></item>
<item><title>Mainland China, Hong Kong &amp; Macau - See Summaries - Level 2: Exercise Increased Caution</title>
<link>https://travel.state.gov/china.html</link><pubDate>Wed, 27 Nov 2024</pubDate>
<description><![CDATA[<p>See summaries.</p>]]></description>
<category domain="Threat-Level">Level 2: Exercise Increased Caution</category>
<category domain="Country-Tag">CH</category></item>
<item><title>Hong Kong - Level 1: Exercise Normal Precautions</title>
<link>https://travel.state.gov/hk.html</link><pubDate>Mon, 02 Sep 2024</pubDate>
<description><![CDATA[<p>Exercise normal precautions in Hong Kong.</p>]]></description>
<category domain="Threat-Level">Level 1: Exercise Normal Precautions</category></item>
</channel></rss>`

const ukIndex = `{"base_path":"/foreign-travel-advice","title":"Foreign travel advice","links":{"children":[
{"withdrawn":false,"details":{"country":{"slug":"japan","name":"Japan","synonyms":[]}}},
{"withdrawn":false,"details":{"country":{"slug":"turkey","name":"Turkey","synonyms":["Türkiye"]}}},
{"withdrawn":false,"details":{"country":{"slug":"usa","name":"USA","synonyms":["United States","America"]}}},
{"withdrawn":false,"details":{"country":{"slug":"yemen","name":"Yemen","synonyms":[]}}}]}}`

const ukJapan = `{"title":"Japan travel advice","public_updated_at":"2026-10-02T09:30:00.000+00:00","details":{
"country":{"slug":"japan","name":"Japan"},"alert_status":[],"change_description":"Latest update: none",
"reviewed_at":"2026-10-02T09:30:00Z","parts":[
{"slug":"warnings-and-insurance","title":"Warnings and insurance","body":"<p>No travel can be guaranteed safe.</p>"},
{"slug":"entry-requirements","title":"Entry requirements",
"body":"<p>To enter Japan, your passport must be valid for at least 6 months after you arrive.</p>"},
{"slug":"health","title":"Health",
"body":"<p>Before you travel check that your destination can provide the healthcare you may need.</p>"}]}}`

const canada = `{"metadata":{"generated":{"date":"2026-11-20 06:00:00"}},"data":{
"JP":{"country-iso":"JP","country-eng":"Japan","advisory-state":0,"has-regional-advisory":0,
"date-published":{"date":"2026-09-14 11:00:00"},
"eng":{"name":"Japan","url-slug":"japan","advisory-text":"Take normal security precautions"}},
"NG":{"country-iso":"NG","country-eng":"Nigeria","advisory-state":"2","has-regional-advisory":1,
"date-published":{"date":"2026-08-03 00:00:00"},"eng":{"name":"Nigeria","url-slug":"nigeria",
"advisory-text":"Avoid non-essential travel (with regional advisories)"}},
"PT-20":{"country-iso":"PT-20","country-eng":"Azores","advisory-state":0,"date-published":{},"eng":{}}}}`

const germany = `{"response":{"lastModified":1794996000,"contentList":["213032"],
"213032":{"lastModified":1783425600,"effective":1783425600,"title":"Japan: Reise- und Sicherheitshinweise",
"countryCode":"JP","iso3CountryCode":"JPN","countryName":"Japan","warning":false,"partialWarning":true,
"situationWarning":false,"situationPartWarning":false},
"201946":{"lastModified":1783425600,"title":"Ukraine","countryCode":"UA","iso3CountryCode":"UKR",
"countryName":"Ukraine","warning":true,"partialWarning":false,"situationWarning":false,"situationPartWarning":false},
"213999":{"lastModified":1783425600,"title":"Algerien","countryCode":"DZ","iso3CountryCode":"DZA",
"countryName":"Algerien","warning":false,"partialWarning":true,"situationWarning":false,
"situationPartWarning":false}}}`

const cdc = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>CDC Travel Notices</title>
<item><title>Level 1 - Measles in Japan</title>
<description><![CDATA[There is an outbreak of measles in Japan.]]></description>
<link>https://wwwnc.cdc.gov/travel/notices/level1/measles-japan</link>
<pubDate>Thu, 08 Oct 2026 04:00:00 GMT</pubDate></item>
<item><title>Level 2 - Ebola in Democratic Republic of the Congo and Uganda</title>
<description><![CDATA[There is an outbreak.]]></description>
<link>https://wwwnc.cdc.gov/travel/notices/level2/ebola-drc</link>
<pubDate>Wed, 17 Jun 2026 04:00:00 GMT</pubDate></item>
</channel></rss>`

const visaCSV = `Passport,Destination,Requirement
AM,AZ,no admission
CN,AE,90
GB,FI,90
IN,AE,e-visa
IN,US,visa required
TW,JP,90
US,AF,visa required
US,DZ,visa free
US,GB,eta
US,IE,visa free
US,JP,90
US,KR,90
US,MV,visa on arrival
US,US,-1
US,YE,visa required
XK,JP,visa required
`

const visaJSON = `{"US":{"JP":{"status":"visa free","days":90},"GB":{"status":"eta","days":180},
"MV":{"status":"visa on arrival","days":30}},"IN":{"AE":{"status":"visa free","days":14}}}`
