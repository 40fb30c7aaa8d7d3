package screen

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/screen"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

func get[T any](t *testing.T, h *handlertest.Service, path string, params ...string) T {
	t.Helper()
	q := url.Values{}
	for i := 0; i < len(params); i += 2 {
		q.Set(params[i], params[i+1])
	}
	code, body := call(t, h, path+"?"+q.Encode())
	var out T
	if err := json.Unmarshal(body, &out); err != nil || code != http.StatusOK {
		t.Fatalf("%s %v: %d %s", path, params, code, body)
	}
	return out
}

const (
	wallet = "0x7B3e2C1D5F60a9784bC2De9f0A1b2C3d4E5f6071"
	tron   = "TGzH2XPpT4LauAEUQwZ3JawGJumb375nXG"
)

// asOf is the day of a list.
func asOf(s shared.Source) string { return s.AsOf.Format(time.DateOnly) }

func TestAddressesAreFoundByTheirOwnRules(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for _, c := range []struct{ why, address, chain, want string }{
		{"EVM in any case", strings.ToLower(wallet), "", "evm: ofac 90001 ETH exact"},
		{"EVM in capitals", "0X" + strings.ToUpper(wallet[2:]), "", "evm: ofac 90001 ETH exact"},
		{"the second asset asked for", wallet, "usdt", "evm: ofac 90001 USDT exact"},
		{"an EVM chain by its id is its coin", wallet, "eip155:8453", "evm: ofac 90001 ETH exact"},
		{"an EVM chain whose coin is not known", wallet, "eip155:84532", "evm: ofac 90001 ETH exact"},
		{"another EVM chain does not hide it", wallet, "BASE", "evm: ofac 90001 ETH same_address_other_asset"},
		{"BTC is XBT", "18252U26JLDdjzAqpfuKnSF8Q82GnBmukk", "BTC", "bitcoin: ofac 90001 XBT exact"},
		{"a chain that the address is not of", "18252U26JLDdjzAqpfuKnSF8Q82GnBmukk", "DOGE", "bitcoin: ofac 90001 XBT same_address_other_asset"},
		{"free text of the UK list", tron, "", "tron: uk-sl RUS9001 - text_mention"},
		{"blanks and control characters around", " " + tron + "\u200b\n", "TRX", "tron: uk-sl RUS9001 - text_mention"},
		{"free text of the EU list, bech32 in capitals", "BC1QFN72S9TW5PDVJZWUDDZKVFLRAQ6LYZSK7ECSLP", "", "bitcoin: eu-fsf EU.9001.11 - text_mention"},
		{"not listed", "0x0000000000000000000000000000000000000001", "", "evm:"},
	} {
		params := []string{"address", c.address}
		if c.chain != "" {
			params = append(params, "chain", c.chain)
		}
		a := get[gen.ScreenAddress](t, h, "/screen/address", params...)
		got := a.AddressFamily + ":"
		for _, m := range a.Matches {
			currency := "-"
			if m.Currency != nil {
				currency = *m.Currency
			}
			got += fmt.Sprintf(" %s %s %s %s", m.List, m.Ref, currency, m.MatchType)
		}
		if got != c.want || a.Listed == nil || *a.Listed != (len(a.Matches) > 0) || a.MatchCount != len(a.Matches) ||
			a.Query != strings.Trim(c.address, " \u200b\n") || a.Partial || len(a.Sources) != 6 {
			t.Errorf("%s: %s, want %s; %+v", c.why, got, c.want, a)
		}
	}
}

func TestNamesAreFoundOnAllLists(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for _, c := range []struct {
		why  string
		ask  []string
		want string
	}{
		{"family name first; the UK list has the name without a patronymic", []string{"name", "Orlovenko Viktor"}, "uk-sl RUS9001 98 fuzzy, ofac 90001 96 fuzzy, eu-fsf EU.9001.11 96 fuzzy, ch-seco 9100 96 fuzzy"},
		{"Cyrillic", []string{"name", "Виктор Сергеевич Орловенко", "limit", "2"}, "uk-sl RUS9001 100 exact, eu-fsf EU.9001.11 100 alias"},
		{"a weak alias is never exact", []string{"name", "The Eagle of Narva"}, "ofac 90001 95 alias"},
		{"former name", []string{"name", "North Star Commodities"}, "ofac 90002 100 alias"},
		{"other list of OFAC", []string{"name", "Baltic Harbour Savings Bank"}, "ofac-cons 95001 100 exact"},
		{"legal form", []string{"name", "Kohistan Money Exchange Limited"}, "uk-sl AFG9003 99 fuzzy"},
		{"several names in one field", []string{"name", "Kamary Odhiyalo"}, "un-sc CDi.901 100 alias"},
		{"original script", []string{"name", "كماري أوديالو"}, "un-sc CDi.901 100 exact"},
		{"vessel by number", []string{"name", "IMO 9900019", "type", "vessel"}, "ofac 90003 100 exact, uk-sl DPR9002 100 exact, eu-fsf 900201 100 exact, ch-seco 9300 100 exact"},
		{"aircraft only without a type", []string{"name", "ZZ-QRT"}, "ofac 90004 100 exact"},
		{"aircraft is no vessel", []string{"name", "ZZ-QRT", "type", "vessel"}, ""},
		{"type", []string{"name", "Polar Heron", "type", "individual"}, ""},
		{"no longer listed", []string{"name", "Departed Holding AG"}, ""},
		{"names of the past", []string{"name", "Gregor Formerly"}, ""},
		{"an unknown name", []string{"name", "Margaret Hollingsworth"}, ""},
		{"one letter", []string{"name", "v"}, ""},
	} {
		a := get[gen.ScreenEntity](t, h, "/screen/entity", c.ask...)
		var rows []string
		for _, m := range a.Matches {
			rows = append(rows, fmt.Sprintf("%s %s %d %s", m.List, m.Ref, m.Score, m.MatchType))
		}
		got := strings.Join(rows, ", ")
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
		if !slices.IsSortedFunc(a.Matches, func(x, y gen.ScreenEntityMatch) int { return y.Score - x.Score }) || a.MatchCount < len(a.Matches) {
			t.Errorf("%s: %+v", c.why, a.Matches)
		}
	}
}

func TestLimitCutsTheRowsAndNotTheCount(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	a := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Polar Heron", "limit", "1")
	if len(a.Matches) != 1 || a.MatchCount != 4 || !a.Truncated || a.MinScore != 85 || a.Type != nil {
		t.Errorf("%+v", a)
	}
}

func TestBadInputIsRefusedByField(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for _, c := range []struct{ target, want string }{
		{"/screen/address?address=" + strings.ToLower(tron), `"field":"address"`},
		{"/screen/address?address=" + tron[:33] + "H", `"code":"bad_checksum"`},
		{"/screen/address?address=%20%00", `"field":"address"`},
		{"/screen/address?address=vitalik.eth", `"field":"address"`},
		{"/screen/address?address=" + wallet + "&chain=../x", "chain"},
		{"/screen/address", "address"},
		{"/screen/entity?name=%E2%80%8B---", `"field":"name"`},
		{"/screen/entity?name=a&min_score=-1", "min_score"},
		{"/screen/entity?name=a&min_score=101", "min_score"},
		{"/screen/entity?name=a&limit=0", "limit"},
		{"/screen/entity?name=a&type=aircraft", "type"},
		{"/screen/entity?name=" + strings.Repeat("a", 401), "name"},
		{"/screen/entity?name=", "name"},
	} {
		code, body := call(t, h, c.target)
		if code != http.StatusBadRequest || !strings.Contains(string(body), c.want) {
			t.Errorf("%s: %d %.200s, want 400 with %s", c.target, code, body, c.want)
		}
	}
}

// TestWithoutListsNothingIsCleared: when no list came, and for addresses without OFAC's list, the answer is 503 and
// says why.
func TestWithoutListsNothingIsCleared(t *testing.T) {
	lists, _ := loaded(t, nil)
	h := service(t, lists)
	for _, target := range []string{"/screen/entity?name=John+Smith", "/screen/address?address=" + wallet} {
		code, body := call(t, h, target)
		if code != http.StatusServiceUnavailable || !strings.Contains(string(body), "list_unavailable") {
			t.Errorf("%s: %d %s", target, code, body)
		}
	}

	lists, _ = loaded(t, nil, sanctionstest.Whole()[2:]...) // no OFAC list
	h = service(t, lists)
	if code, body := call(t, h, "/screen/address?address="+tron); code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", code, body)
	}
	a := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Viktor Orlovenko")
	if !a.Partial || len(a.Matches) != 3 || a.Sources[0].Status != "error" || a.Sources[0].AsOf != nil ||
		!strings.Contains(*a.Sources[0].Detail, "could not be reached") ||
		a.Sources[2].Status != "ok" || asOf(a.Sources[2]) != "2026-11-17" {
		t.Errorf("%+v", a)
	}
}

// TestListsThatTheOperatorLeftOutMakeTheAnswerPartial.
func TestListsThatTheOperatorLeftOutMakeTheAnswerPartial(t *testing.T) {
	lists, world := loaded(t, map[string]string{"UPSTREAM_CH-SECO_URL": "off", "UPSTREAM_CH_SECO_URL": "off"}, sanctionstest.Answers()...)
	h := service(t, lists)
	a := get[gen.ScreenAddress](t, h, "/screen/address", "address", wallet)
	if !a.Partial || a.Listed == nil || !*a.Listed || a.Sources[5].Status != "not_configured" {
		t.Errorf("%+v", a.Sources)
	}
	const clean = "0x0000000000000000000000000000000000000001"
	if a := get[gen.ScreenAddress](t, h, "/screen/address", "address", clean); a.Listed != nil {
		t.Errorf("the list that is left out may have it: %+v", a)
	}
	if slices.ContainsFunc(world.Asked(), func(s string) bool { return strings.Contains(s, "admin.ch") }) {
		t.Errorf("asked %q", world.Asked())
	}
}

// TestBadVersionsOfAListAreRefusedAndTheLastGoodOneStays: a shrunk, cut, empty or foreign file never replaces a list.
func TestBadVersionsOfAListAreRefusedAndTheLastGoodOneStays(t *testing.T) {
	good := sanctionstest.List("uk.csv")
	body := good
	w := upstreamtest.New(t, sanctionstest.Answers()...)
	w.Handle("sanctionslist.fcdo.gov.uk", http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/csv")
		_, _ = rw.Write([]byte(body))
	}))
	pool := w.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(noon))
	lists := sanctions.New(pool, names.New())
	if err := lists.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := service(t, lists)
	lines := strings.SplitAfter(good, "\r\n")
	for why, bad := range map[string]string{
		"shrunk": strings.Join(lines[:3], ""), "head only": strings.Join(lines[:2], ""), "empty": "", "a web page": "<html>Down for maintenance</html>",
	} {
		body = bad
		if err := lists.Refresh(t.Context()); err == nil {
			t.Errorf("%s: taken over", why)
		}
		a := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Kohistan Money Exchange Ltd")
		if a.MatchCount != 1 || *a.Sources[2].Records != 3 {
			t.Errorf("%s: %+v", why, a)
		}
		health := pool.DatasetHealth()
		at := slices.IndexFunc(health, func(d upstream.DatasetHealth) bool { return d.Name == "uk-sl" })
		if health[at].LastError == "" || health[at].Status != "ready" {
			t.Errorf("%s: %+v", why, health[at])
		}
	}
	body = strings.Replace(good, "17-Nov-2026", "18-Nov-2026", 1)
	if err := lists.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "x"); asOf(a.Sources[2]) != "2026-11-18" {
		t.Errorf("%+v", a.Sources[2])
	}
}

// TestSmallListsAreRefusedByDefault: without upstream.Options.SmallLists an excerpt is no list.
func TestSmallListsAreRefusedByDefault(t *testing.T) {
	w := upstreamtest.New(t, sanctionstest.Answers()...)
	pool := w.Pool(t, nil)
	lists := sanctions.New(pool, names.New())
	if err := lists.Refresh(t.Context()); err == nil || strings.Count(err.Error(), "wanted") != 9 {
		t.Error(err)
	}
	h := service(t, lists)
	if code, _ := call(t, h, "/screen/entity?name=x"); code != http.StatusServiceUnavailable {
		t.Error(code)
	}
}

// TestOFACIsReadFromItsTablesWhileTheXMLFails: the tables answer before the XML has come and when it has gone stale, and
// the XML again as soon as it is there.
func TestOFACIsReadFromItsTablesWhileTheXMLFails(t *testing.T) {
	whole := sanctionstest.Whole()
	xml, tables, clock := false, true, noon()
	w := upstreamtest.New(t, append(whole[2:], sanctionstest.Register())...)
	w.Handle("sanctionslistservice.ofac.treas.gov", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		for _, a := range append(sanctionstest.Tables(), whole[:2]...) {
			if strings.HasSuffix(a.URL, r.URL.Path) && (strings.HasSuffix(a.URL, ".CSV") && tables || strings.HasSuffix(a.URL, ".XML") && xml) {
				_, _ = rw.Write([]byte(a.Body))
				return
			}
		}
		http.Error(rw, "gone", http.StatusNotFound)
	}))
	pool := w.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(func() time.Time { return clock }))
	lists := sanctions.New(pool, names.New())
	h := service(t, lists)
	ask := func(why, want string) {
		t.Helper()
		if err := lists.Refresh(t.Context()); (err == nil) != (xml && tables) {
			t.Errorf("%s: refresh: %v", why, err)
		}
		a := get[gen.ScreenAddress](t, h, "/screen/address", "address", strings.ToLower(wallet))
		got := fmt.Sprintf("%v %s/%s", a.Partial, a.Sources[0].Status, a.Sources[1].Status)
		if a.Sources[0].AsOf != nil {
			got += " of " + asOf(a.Sources[0])
		}
		if a.Listed == nil || !*a.Listed || a.Matches[0].Ref != "90001" || a.Matches[0].Programs[1] != "CYBER2" ||
			*a.Sources[0].Records != 5 || !strings.HasSuffix(*a.Sources[0].Detail, ": 3") || got != want {
			t.Errorf("%s: %s, want %s; %+v", why, got, want, a)
		}
	}
	ask("only tables", "false ok/ok")
	e := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "The Eagle of Narva")
	if len(e.Matches) != 1 || e.Matches[0].Score != 95 || *e.Matches[0].Dob != "1971-07-05" || *e.Matches[0].Country != "RU" {
		t.Errorf("%+v", e)
	}
	xml = true
	ask("both", "false ok/ok of 2026-11-18")
	xml = false
	clock = clock.Add(17 * time.Hour)
	ask("the XML is 17 hours old", "false ok/ok of 2026-11-18")
	clock = clock.Add(2 * time.Hour)
	ask("the XML is 19 hours old", "false ok/ok")
	tables = false
	clock = clock.Add(19 * time.Hour)
	ask("both are stale", "true stale/stale of 2026-11-18")
	xml = true
	ask("the XML is back", "false ok/ok of 2026-11-18")
}

func TestWhatIsKnownBesideTheNameNarrows(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	ask := func(params ...string) gen.ScreenEntity {
		return get[gen.ScreenEntity](t, h, "/screen/entity", append([]string{"name", "Viktor Orlovenko"}, params...)...)
	}
	plain := ask()
	if plain.MatchCount == 0 || plain.Matches[0].BirthDateAgrees != nil || len(plain.Matches[0].Dobs) == 0 {
		t.Fatalf("%+v", plain.Matches)
	}

	year := plain.Matches[0].Dobs[0][:4]
	if same := ask("birth_date", year); same.MatchCount != plain.MatchCount || !*same.Matches[0].BirthDateAgrees {
		t.Errorf("the listed year: %+v", same.Matches)
	}
	if other := ask("birth_date", "1901"); other.MatchCount != 0 {
		t.Errorf("another year: %+v", other.Matches)
	}
	if low := ask("birth_date", "1901", "min_score", "60"); low.MatchCount == 0 || *low.Matches[0].BirthDateAgrees {
		t.Errorf("another year at a low score: %+v", low.Matches)
	}
	if away := ask("country", "jp"); away.MatchCount != plain.MatchCount || *away.Matches[0].CountryAgrees {
		t.Errorf("another country: %+v", away.Matches)
	}
}

func TestFactsOutOfShapeAreRefusedByField(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for field, value := range map[string]string{"birth_date": "1957-13-01", "country": "Atlantis", "id_number": "passport"} {
		code, body := call(t, h, "/screen/entity?name=Somebody&"+field+"="+value)
		if code != http.StatusBadRequest || !strings.Contains(string(body), field) {
			t.Errorf("%s: %d %s", field, code, body)
		}
	}
}

func TestAnswerSaysWhatAScoreMeansAndWhatIsReadBySound(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	latin := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Viktor Orlovenko")
	low := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Viktor Orlovenko", "min_score", "60")
	if len(latin.Warnings) != 0 || latin.FalseAlarmsPer1000.People <= 0 ||
		latin.FalseAlarmsPer1000.People >= low.FalseAlarmsPer1000.People {
		t.Errorf("%+v, at 60 %+v", latin.FalseAlarmsPer1000, low.FalseAlarmsPer1000)
	}

	sound := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "ヴィクトル・オルロヴェンコ")
	if len(sound.Warnings) != 1 || sound.MatchCount == 0 || !sound.Matches[0].BySound || sound.Matches[0].Score > 90 {
		t.Errorf("%v %+v", sound.Warnings, sound.Matches)
	}
}

// TestABlindScreenSaysSo: where few of the listed parties would be found, it is not clear that there is none.
func TestABlindScreenSaysSo(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for _, c := range []struct {
		why    string
		ask    []string
		status gen.ScreenEntityStatus
	}{
		{"a person in Latin letters", []string{"name", "Harriet Blenkinsop"}, gen.Clear},
		{"a firm in Latin letters", []string{"name", "Blenkinsop Bakery Ltd"}, gen.Clear},
		{"a firm at a score that few reach", []string{"name", "Blenkinsop Bakery Ltd", "min_score", "99"}, gen.Inconclusive},
		{"a firm of one word", []string{"name", "Blenkinsop", "type", "entity"}, gen.Clear},
		{"one word with a legal form", []string{"name", "Blenkinsop Ltd"}, gen.Clear},
		{"a ship's number", []string{"name", "IMO 9187629"}, gen.Clear},
		{"a firm in Chinese", []string{"name", "绿叶面包有限公司"}, gen.Inconclusive},
		{"a firm in Korean", []string{"name", "푸른잎 제과 주식회사", "type", "entity"}, gen.Inconclusive},
		{"a person in Cyrillic", []string{"name", "Матвей Игнатьевич Простоквашин", "type", "individual"}, gen.Clear},
		{"a match in Cyrillic", []string{"name", "Виктор Сергеевич Орловенко"}, gen.Match},
	} {
		got := get[gen.ScreenEntity](t, h, "/screen/entity", c.ask...)
		blind := slices.Contains(got.Warnings, blindWarning)
		if got.Status != c.status || blind != (c.status == gen.Inconclusive) || blind && got.RecallRatio >= .8 {
			t.Errorf("%s: %s, recall %v, %v", c.why, got.Status, got.RecallRatio, got.Warnings)
		}
	}
}

// TestOneWordClearsNobody: a listed person's family name alone scores 84 at most.
func TestOneWordClearsNobody(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for _, word := range []string{"Orlovenko", "Viktor", "Блэнкинсоп", "Blenkinsop"} {
		got := get[gen.ScreenEntity](t, h, "/screen/entity", "name", word)
		if got.Status != gen.Inconclusive || got.RecallRatio != 0 || !slices.Contains(got.Warnings, wordWarning) {
			t.Errorf("%s: %s, recall %v, %v", word, got.Status, got.RecallRatio, got.Warnings)
		}
	}

	low := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Orlovenko", "min_score", "70")
	if low.Status != gen.Match {
		t.Errorf("at 70: %+v", low)
	}
}

// TestACodeOfNoCountrySpeaksAgainstNobody: it agrees with none, and would take points from all.
func TestACodeOfNoCountrySpeaksAgainstNobody(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for code, want := range map[string]int{"ZZ": http.StatusBadRequest, "uk": http.StatusOK, "XK": http.StatusOK} {
		path := "/screen/entity?name=Viktor+Orlovenko&country=" + code
		if got, body := call(t, h, path); got != want {
			t.Errorf("%s: %d %s", code, got, body)
		}
	}
}

func TestWordsThatNameNobodyClearNobody(t *testing.T) {
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	h := service(t, lists)
	for _, name := range []string{"the", "Inc", "GmbH & Co. KG", "of the", "N/A", "unknown"} {
		if code, body := call(t, h, "/screen/entity?"+url.Values{"name": {name}}.Encode()); code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
	for _, name := range []string{"E.ON SE", "On AG", "El Al", "SAS AB"} { // short words and forms, and companies
		if code, body := call(t, h, "/screen/entity?"+url.Values{"name": {name}}.Encode()); code != http.StatusOK {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
	for name, want := range map[string]int{"Le An": http.StatusOK, "Unknown": http.StatusBadRequest} {
		path := "/screen/entity?" + url.Values{"name": {name}, "type": {"individual"}}.Encode()
		if code, body := call(t, h, path); code != want {
			t.Errorf("a person, %s: %d %s", name, code, body)
		}
	}
}

// TestWikidatasNamesFindListedPartiesAndSayWhoseTheyAre: without them the answer is that of the lists, and says so.
func TestWikidatasNamesFindListedPartiesAndSayWhoseTheyAre(t *testing.T) {
	const name, item = "科希斯坦货币兑换", "Q990000002"
	lists, _ := loaded(t, nil, sanctionstest.Answers()...)
	a := get[gen.ScreenEntity](t, service(t, lists), "/screen/entity", "name", name)
	if len(a.Matches) == 0 || a.Matches[0].Ref != "AFG9003" || *a.Matches[0].WikidataItem != item ||
		a.Matches[0].MatchedName != name || a.Matches[0].Score != 95 || a.AliasSource.Status != "ok" || len(a.Warnings) != 1 {
		t.Errorf("%+v", a)
	}

	answers := slices.DeleteFunc(sanctionstest.Answers(), func(a upstreamtest.Answer) bool {
		return strings.HasPrefix(a.URL, wikidata.Register.BaseURL)
	})
	lists, _ = loaded(t, nil, answers...)
	without := service(t, lists)
	a = get[gen.ScreenEntity](t, without, "/screen/entity", "name", name)
	if len(a.Matches) != 0 || a.Partial || a.Status != gen.Inconclusive || a.AliasSource.Status != "error" ||
		a.Warnings[0] != registerWarning {
		t.Errorf("%+v", a)
	}
	if a = get[gen.ScreenEntity](t, without, "/screen/entity", "name", "Viktor Orlovenko"); len(a.Warnings) != 0 {
		t.Errorf("a Latin name needs no register: %q", a.Warnings)
	}
}

// TestNobodyIsClearWithoutTheUnionsOwnFile: neither the French register, which is searched then, nor its absence nor
// the operator's choice makes up for it.
func TestNobodyIsClearWithoutTheUnionsOwnFile(t *testing.T) {
	without := slices.DeleteFunc(sanctionstest.Answers(), func(a upstreamtest.Answer) bool {
		return strings.Contains(a.URL, "webgate.ec.europa.eu")
	})
	neither := slices.DeleteFunc(slices.Clone(without), func(a upstreamtest.Answer) bool {
		return a.URL == sanctionstest.Register().URL
	})
	for _, c := range []struct {
		why     string
		env     map[string]string
		answers []upstreamtest.Answer
		state   string
		french  bool
	}{
		{"the register stands in", nil, without, "stale", true},
		{"neither came", nil, neither, "error", false},
		{"the operator left the list out", map[string]string{"UPSTREAM_EU_FSF_URL": "off"}, without, "not_configured", false},
	} {
		t.Run(c.why, func(t *testing.T) {
			lists, _ := loaded(t, c.env, c.answers...)
			h := service(t, lists)
			a := get[gen.ScreenEntity](t, h, "/screen/entity", "name", "Tuuliki Rebasmägi-Quist")
			eu := a.Sources[3]
			if a.Status != gen.Incomplete || !a.Partial || string(eu.Status) != c.state ||
				strings.Contains(*eu.Detail, "French") != c.french {
				t.Errorf("%s, partial %t: %s, %s", a.Status, a.Partial, eu.Status, *eu.Detail)
			}
			if w := get[gen.ScreenAddress](t, h, "/screen/address", "address", "0x0000000000000000000000000000000000000001"); w.Listed != nil {
				t.Error("an address is not listed")
			}
		})
	}
}
