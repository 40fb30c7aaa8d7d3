package legislative

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const file5376 = legislativetest.Files + "117/hr/BILLSTATUS-117hr5376.xml"

// fileOfBill is a BILLSTATUS file of the new form.
const fileOfBill = `<?xml version="1.0" encoding="utf-8"?><billStatus><version>3.0.0</version><bill>
<number>5376</number><type>HR</type><congress>117</congress><title>Inflation Reduction Act of 2022</title>
<introducedDate>2021-09-27</introducedDate><updateDate>2022-12-30T11:18:31Z</updateDate>
<sponsors><item><bioguideId>Y000062</bioguideId><fullName>Rep. Yarmuth, John A. [D-KY-3]</fullName></item></sponsors>
<cosponsors><item><fullName>Rep. A</fullName></item>
<item><fullName>Rep. B</fullName><sponsorshipWithdrawnDate>2022-01-01</sponsorshipWithdrawnDate></item></cosponsors>
<laws><item><type>Public Law</type><number>117-169</number></item></laws>
<actions>
<item><actionDate>2022-08-16</actionDate><text>Became Public Law No: 117-169.</text><type>BecameLaw</type>
<actionCode>36000</actionCode><sourceSystem><code>9</code><name>Library of Congress</name></sourceSystem></item>
<item><actionDate>2022-08-07</actionDate><text>Passed Senate with an amendment by Yea-Nay Vote. 51 - 50.</text>
<type>Floor</type><sourceSystem><name>Senate</name></sourceSystem></item>
<item><actionDate>2021-09-27</actionDate><text>Introduced in House</text><type>IntroReferral</type>
<actionCode>1000</actionCode><sourceSystem><code>9</code><name>Library of Congress</name></sourceSystem></item>
</actions>
<summaries><summary><actionDate>2022-08-16</actionDate><actionDesc>Public Law</actionDesc>
<text>&lt;p&gt;An &lt;b&gt;act&lt;/b&gt; &amp;amp; more.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;one&lt;/li&gt;&lt;/ul&gt;</text>
</summary></summaries>
<latestAction><actionDate>2022-08-16</actionDate><text>Became Public Law No: 117-169.</text></latestAction>
</bill></billStatus>`

func xmlFile(url, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: url, Type: "application/xml", Body: body}
}

// sourcesOf are the names of the sources of an answer with how they took part.
func sourcesOf(answer map[string]any) string {
	var list []string
	sources, _ := answer["sources"].([]any)
	for _, s := range sources {
		m, _ := s.(map[string]any)
		list = append(list, fmt.Sprintf("%v %v", m["name"], m["status"]))
	}
	return strings.Join(list, ", ")
}

// TestAPrivateLawIsTheNumberOfOne: it is no public law.
func TestAPrivateLawIsTheNumberOfOne(t *testing.T) {
	private := strings.NewReplacer(
		"<type>Public Law</type><number>117-169</number>", "<type>Private Law</type><number>117-1</number>",
		"Became Public Law No: 117-169.", "Became Private Law No: 117-1.",
	)
	s, _ := service(t, nil, xmlFile(file5376, private.Replace(fileOfBill)))
	_, got := s.Get("/legislative/bill", "bill_id", "hr5376-117")
	handlertest.Holds(t, got, map[string]any{
		"bill.private_law": "117-1",
		"bill.public_law":  nil,
	})
}

func TestBillWithoutAKeyComesFromItsFile(t *testing.T) {
	s, world := service(t, nil, xmlFile(file5376, fileOfBill))
	status, answer := s.Get("/legislative/bill", "bill_id", "H.R. 5376-117")
	if status != http.StatusOK || answer["found"] != true || answer["current_stage"] != "became_law" ||
		answer["partial"] != false {
		t.Fatalf("%d %v", status, answer)
	}
	if got := sourcesOf(answer); got != "congress_gov not_configured, govinfo_billstatus ok" {
		t.Errorf("sources: %s", got)
	}
	bill, _ := answer["bill"].(map[string]any)
	sponsor, _ := bill["sponsor"].(map[string]any)
	if bill["public_law"] != "117-169" || bill["cosponsors_count"] != 1.0 || sponsor["state"] != "KY" ||
		sponsor["party"] != "D" || bill["summary"] != "An act & more.\none" || bill["policy_area"] != nil {
		t.Errorf("%v", bill)
	}
	if len(world.Asked()) != 1 {
		t.Errorf("asked %q", world.Asked())
	}
}

func TestBothSpellingsOfABillAreOne(t *testing.T) {
	s, _ := service(t, nil, xmlFile(file5376, fileOfBill))
	for _, query := range [][]string{
		{"bill_id", "hr5376-117"},
		{"bill_id", "H.R.5376-117"},
		{"bill_id", " HR 5376-117 "},
		{"congress", "117", "billType", "hr", "billNumber", "5376"},
		{"congress", "117", "billType", "H.R.", "billNumber", "5376"},
	} {
		status, answer := s.Get("/legislative/bill", query...)
		if status != http.StatusOK || answer["bill_id"] != "hr5376-117" || answer["found"] != true {
			t.Errorf("%q: %d %v", query, status, answer["bill_id"])
		}
	}
}

func TestWhenTheSourcesOfABillFail(t *testing.T) {
	const bill = legislativetest.Congress + "117/hr/5376"
	key := map[string]string{"CONGRESS_API_KEY": "test"}
	down := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 503}
	refused := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 403,
		Body: `{"error":{"code":"API_KEY_INVALID","message":"An invalid api_key was supplied."}}`}
	limited := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 429,
		Body: `{"error":{"code":"OVER_RATE_LIMIT","message":"You have exceeded your rate limit."}}`}
	none := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 404,
		Body: `{"error":"No Bill matches the given query.","request":{"billNumber":"5376"}}`}
	moved := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 404,
		Body: `{"error":"Unknown resource: bill/117/hr/5376"}`}
	page404 := upstreamtest.Answer{URL: legislativetest.Congress + "*", Status: 404, Type: "text/html",
		Body: "<html>not here</html>"}
	noFile := upstreamtest.Answer{URL: legislativetest.Files + "*", Status: 404, Type: "text/html",
		Body: "<html></html>"}
	fileDown := upstreamtest.Answer{URL: legislativetest.Files + "*", Status: 503, Type: "text/html"}
	file := xmlFile(file5376, fileOfBill)
	listed := func(name string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: legislativetest.ListOfFiles + "117/hr",
			Body: `{"files":[{"name":"BILLSTATUS-117-hr.zip"},{"name":"` + name + `"}]}`}
	}

	for _, c := range []struct {
		why     string
		env     map[string]string
		world   []upstreamtest.Answer
		status  int
		found   any
		partial any
		sources string
	}{
		{"no such bill", key, []upstreamtest.Answer{none, file}, 200, false, false,
			"congress_gov empty, govinfo_billstatus skipped"},
		{"a path that has moved is no word about the bill", key, []upstreamtest.Answer{moved, noFile}, 502, nil, nil,
			""},
		{"nor is a page of HTML", key, []upstreamtest.Answer{page404, noFile}, 502, nil, nil, ""},
		{"no such bill, no key: the list of files says so", nil,
			[]upstreamtest.Answer{noFile, listed("BILLSTATUS-117hr5377.xml")}, 200, false, false,
			"congress_gov not_configured, govinfo_billstatus empty"},
		{"no key, and the file is on the list but cannot be read", nil,
			[]upstreamtest.Answer{noFile, listed("BILLSTATUS-117hr5376.xml")}, 502, nil, nil, ""},
		{"no key, no file, no list", nil, []upstreamtest.Answer{noFile}, 502, nil, nil, ""},
		{"no key, no file, and a list of something else", nil,
			[]upstreamtest.Answer{noFile, listed("readme.txt")}, 502, nil, nil, ""},
		{"down, and the file is there", key, []upstreamtest.Answer{down, file}, 200, true, true,
			"congress_gov error, govinfo_billstatus ok"},
		{"the key is refused, and the file is there", key, []upstreamtest.Answer{refused, file}, 200, true, true,
			"congress_gov error, govinfo_billstatus ok"},
		{"over the limit, and the file is there", key, []upstreamtest.Answer{limited, file}, 200, true, true,
			"congress_gov rate_limited, govinfo_billstatus ok"},
		{"down, and no file: that is no proof", key, []upstreamtest.Answer{down, noFile}, 502, nil, nil, ""},
		{"the key is refused, and no file", key, []upstreamtest.Answer{refused, noFile}, 503, nil, nil, ""},
		{"both down", key, []upstreamtest.Answer{down, fileDown}, 502, nil, nil, ""},
		{"no key, and the files are down", nil, []upstreamtest.Answer{fileDown}, 502, nil, nil, ""},
		{"the file is cut off", nil, []upstreamtest.Answer{xmlFile(file5376, fileOfBill[:700])}, 502, nil, nil, ""},
		{"the file is another bill's", nil,
			[]upstreamtest.Answer{xmlFile(file5376, strings.Replace(fileOfBill, "<number>5376", "<number>1", 1))},
			502, nil, nil, ""},
		{"the summaries alone are down", key, []upstreamtest.Answer{
			{URL: bill + "/summaries", Status: 503},
			legislativetest.Answers()[0],
			legislativetest.Answers()[1],
			legislativetest.Answers()[2],
		}, 200, true, true, "congress_gov ok, govinfo_billstatus skipped"},
		{"whether it has cosponsors cannot be read", key, []upstreamtest.Answer{
			{URL: bill + "/cosponsors", Status: 503},
			legislativetest.Answers()[0],
			legislativetest.Answers()[1],
			legislativetest.Answers()[3],
		}, 200, true, true, "congress_gov ok, govinfo_billstatus skipped"},
		{"the history alone is down: the file has it", key, []upstreamtest.Answer{
			{URL: bill + "/actions", Status: 503},
			legislativetest.Answers()[0],
			legislativetest.Answers()[2],
			legislativetest.Answers()[3],
			file,
		}, 200, true, true, "congress_gov error, govinfo_billstatus ok"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.env, c.world...)
			status, answer := s.Get("/legislative/bill", "bill_id", "hr5376-117")
			if status != c.status || answer["found"] != c.found || answer["partial"] != c.partial {
				t.Fatalf("%d %v", status, answer)
			}
			if got := sourcesOf(answer); got != c.sources {
				t.Errorf("sources: %s", got)
			}
		})
	}
}

func TestBillsOfBeforeTheFilesNeedTheKey(t *testing.T) {
	s, _ := service(t, nil)
	status, answer := s.Get("/legislative/bill", "bill_id", "hr2415-106")
	if status != http.StatusServiceUnavailable || answer["code"] != "not_configured" {
		t.Errorf("%d %v", status, answer)
	}
}

func TestLongHistoriesAreReadWhole(t *testing.T) {
	const bill = legislativetest.Congress + "117/hr/5376"
	page := func(from, to int) string {
		var list []string
		for i := from; i < to; i++ {
			action := `{"actionDate":"2022-01-01","text":"Considered by Senate.","sourceSystem":{"code":0,"name":"Senate"}}`
			if i == 599 {
				action = `{"actionDate":"2022-01-01","actionCode":"1000","text":"Introduced in House",
"sourceSystem":{"code":9,"name":"Library of Congress"}}`
			}
			list = append(list, action)
		}
		return fmt.Sprintf(`{"actions":[%s],"pagination":{"count":600}}`, strings.Join(list, ","))
	}
	s, world := service(t, map[string]string{"CONGRESS_API_KEY": "test"},
		legislativetest.Answers()[0],
		legislativetest.Answers()[2],
		legislativetest.Answers()[3],
		upstreamtest.Answer{URL: bill + "/actions?offset=250", Body: page(250, 500)},
		upstreamtest.Answer{URL: bill + "/actions?offset=500", Body: page(500, 600)},
		upstreamtest.Answer{URL: bill + "/actions", Body: page(0, 250)},
	)
	status, answer := s.Get("/legislative/timeline", "bill_id", "hr5376-117")
	if status != http.StatusOK || answer["total"] != 600.0 || answer["current_stage"] != "became_law" {
		t.Errorf("%d, %v events, %v", status, answer["total"], answer["current_stage"])
	}
	if n := len(world.Asked()); n != 6 { // three side by side, two more pages, and the count of cosponsors
		t.Errorf("%d requests", n)
	}
}

func TestTimelineIsCutAndItsStageIsNot(t *testing.T) {
	s, _ := service(t, legislativetest.Keys(), legislativetest.Answers()...)
	for _, c := range []struct {
		why    string
		query  []string
		count  float64
		since  any
		status int
	}{
		{"all", nil, 8, nil, 200},
		{"from a day on", []string{"since", "2022-08-12"}, 3, "2022-08-12", 200},
		{"nothing lately", []string{"window_days", "30"}, 0, "2026-10-21", 200},
		{"a long window", []string{"window_days", "3650"}, 8, "2016-11-22", 200},
		{"two ways at once", []string{"since", "2022-08-12", "window_days", "3"}, 0, nil, 400},
		{"no day", []string{"since", "2022-13-40"}, 0, nil, 400},
		{"tomorrow", []string{"since", "2026-11-21"}, 0, nil, 400},
		{"no window", []string{"window_days", "0"}, 0, nil, 400},
		{"too long a window", []string{"window_days", "3651"}, 0, nil, 400},
	} {
		t.Run(c.why, func(t *testing.T) {
			status, answer := s.Get("/legislative/timeline", append([]string{"bill_id", "hr5376-117"}, c.query...)...)
			if status != c.status {
				t.Fatalf("%d %v", status, answer)
			}
			if status != http.StatusOK {
				return
			}
			events, _ := answer["events"].([]any)
			dates := make([]string, 0, len(events))
			for _, e := range events {
				event, _ := e.(map[string]any)
				dates = append(dates, event["date"].(string))
			}
			slices.Reverse(dates)
			if answer["count"] != c.count || answer["since"] != c.since || answer["current_stage"] != "became_law" ||
				!slices.IsSorted(dates) {
				t.Errorf("%v", answer)
			}
		})
	}
}

func TestRecordedBillsAreAnsweredAsTheyAre(t *testing.T) {
	const hr21 = legislativetest.Congress + "117/hr/21"
	read := func(name string) string { return string(samples.Read(t, name)) }
	s, world := service(t, legislativetest.Keys(),
		upstreamtest.Answer{URL: hr21, Body: read("congress_gov/bill_117_hr_21.json")},
		upstreamtest.Answer{URL: hr21 + "/actions", Body: read("congress_gov/bill_117_hr_21_actions.json")},
		upstreamtest.Answer{URL: hr21 + "/summaries", Body: read("congress_gov/bill_117_hr_21_summaries.json")},
	)
	_, answer := s.Get("/legislative/bill", "bill_id", "hr21-117")
	bill, _ := answer["bill"].(map[string]any)
	if answer["current_stage"] != "passed_house" || answer["terminal"] != true ||
		answer["status_note"] != "died_in_congress" || bill["cosponsors_count"] != 2.0 ||
		bill["policy_area"] != "Government Operations and Politics" || bill["summary_version"] != "Passed House" {
		t.Errorf("%v", answer)
	}
	if got := stepsOf(answer); got != "introduced 2021-01-04, referred_to_committee 2021-01-04, passed_house "+
		"2021-01-05" {
		t.Errorf("lifecycle: %s", got)
	}
	_, answer = s.Get("/legislative/timeline", "bill_id", "hr21-117", "since", "2021-01-06")
	if answer["count"] != 1.0 || answer["total"] != 10.0 {
		t.Errorf("%v", answer)
	}
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what is not recorded: %q", m)
	}

	file := legislativetest.Files + "114/sjres/BILLSTATUS-114sjres8.xml"
	s, _ = service(t, nil, xmlFile(file, read("govinfo_billstatus/BILLSTATUS-114sjres8.xml")))
	_, answer = s.Get("/legislative/bill", "bill_id", "sjres8-114")
	bill, _ = answer["bill"].(map[string]any)
	if answer["current_stage"] != "vetoed" || bill["cosponsors_count"] != 51.0 || bill["public_law"] != nil {
		t.Errorf("%v", answer)
	}
	want := "introduced 2015-02-09, referred_to_committee 2015-02-09, passed_senate 2015-03-04, passed_house " +
		"2015-03-19, " +
		"to_president 2015-03-27, vetoed 2015-03-31"
	if got := stepsOf(answer); got != want {
		t.Errorf("lifecycle: %s", got)
	}
	_, answer = s.Get("/legislative/timeline", "bill_id", "sjres8-114", "since", "2015-03-31")
	if answer["count"] != 7.0 {
		t.Errorf("%v", answer)
	}
}

func stepsOf(answer map[string]any) string {
	var list []string
	steps, _ := answer["lifecycle"].([]any)
	for _, s := range steps {
		step, _ := s.(map[string]any)
		list = append(list, fmt.Sprintf("%v %v", step["stage"], step["date"]))
	}
	return strings.Join(list, ", ")
}

func TestTimesOfDayAreReadInBothForms(t *testing.T) {
	for text, want := range map[string]string{
		"12:17:14": "12:17:14",
		"12:09PM":  "12:09:00",
		"04:21PM":  "16:21:00",
		"9:05AM":   "09:05:00",
		"":         "",
		"noon":     "",
	} {
		if got := clock(text); got != want {
			t.Errorf("%q gives %q", text, got)
		}
	}
}

// BenchmarkBillFile reads a file of the usual size, as when no key is set.
func BenchmarkBillFile(b *testing.B) {
	body := string(samples.Read(b, "govinfo_billstatus/BILLSTATUS-114sjres8.xml"))
	s, _ := service(b, nil, xmlFile(legislativetest.Files+"114/sjres/BILLSTATUS-114sjres8.xml", body))
	for b.Loop() {
		if status, answer := s.Get("/legislative/bill", "bill_id", "sjres8-114"); status != http.StatusOK {
			b.Fatal(answer)
		}
	}
}
