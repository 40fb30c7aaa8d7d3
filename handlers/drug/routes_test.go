package drug

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/drug/drugtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// unnamed are answers to a name that neither RxNorm nor the directory has.
func unnamed(name string, candidates ...string) []upstreamtest.Answer {
	var list []string
	for i, c := range candidates {
		list = append(list, fmt.Sprintf(`{"rxcui":"%d","score":"7.9","rank":"1","name":%q,"source":"RXNORM"}`, i, c))
	}
	return []upstreamtest.Answer{
		{URL: drugtest.With(drugtest.Norm+"/rxcui.json", "name", name), Body: `{"idGroup":{}}`},
		{
			URL:  drugtest.With(drugtest.Norm+"/approximateTerm.json", "term", name),
			Body: `{"approximateGroup":{"candidate":[` + strings.Join(list, ",") + `]}}`,
		},
		drugtest.None(drugtest.Products),
		drugtest.None(drugtest.Labels),
		drugtest.None(drugtest.Events),
		drugtest.None(drugtest.Recalls),
		drugtest.None(drugtest.Approvals),
		drugtest.ShortageList(), drugtest.None(drugtest.Shortages),
		{URL: drugtest.DailyMed + "/spls.json", Body: `{"data":[]}`},
	}
}

var byName = []string{"/drug/profile", "/drug/adverse-events", "/drug/label", "/drug/interactions", "/drug/shortages"}

func TestMisspellingsAreOfferedAndNotTaken(t *testing.T) {
	for _, route := range byName {
		t.Run(route, func(t *testing.T) {
			s, _ := service(t, unnamed("amoxicilin", "amoxicillin")...)
			status, got := s.Get(route, "drug", "amoxicilin")
			if status != http.StatusNotFound || fmt.Sprint(got["did_you_mean"]) != "[amoxicillin]" {
				t.Errorf("%d %v", status, got)
			}
		})
	}
}

// TestEntriesOfOtherDrugsAreNoneOfAMisspelling: the list is searched for words, which stand in other names too.
func TestEntriesOfOtherDrugsAreNoneOfAMisspelling(t *testing.T) {
	other := upstreamtest.Answer{
		URL: drugtest.Shortages,
		Body: drugtest.Page(1, `{"generic_name":"Dexamethasone Sodium Phosphate Injection","status":"Current",
"update_date":"08/07/2026"}`),
	}
	s, _ := service(t, append([]upstreamtest.Answer{other}, unnamed("sodium phosphat", "sodium phosphate")...)...)
	status, got := s.Get("/drug/shortages", "drug", "sodium phosphat")
	if status != http.StatusNotFound || fmt.Sprint(got["did_you_mean"]) != "[sodium phosphate]" {
		t.Errorf("%d %v", status, got)
	}
}

func TestOtherNameThatNobodyKnowsIsRefused(t *testing.T) {
	answers := append(drugtest.Examples(), unnamed("ibuprofin", "ibuprofen")...)
	s, _ := service(t, answers...)
	status, got := s.Get("/drug/interactions", "drug", "lisinopril", "interacts_with", "ibuprofin")
	if status != http.StatusNotFound || got["field"] != "interacts_with" ||
		fmt.Sprint(got["did_you_mean"]) != "[ibuprofen]" {
		t.Errorf("%d %v", status, got)
	}
}

func TestSignsOfTheQueryLanguageStayWithinTheName(t *testing.T) {
	s, world := service(t, unnamed("x")...)
	status, _ := s.Get("/drug/adverse-events", "drug", `aspirin" OR serious:"1") AND (\`)
	if status == http.StatusOK {
		t.Errorf("status %d", status)
	}
	for _, asked := range world.Asked() {
		if !strings.Contains(asked, "api.fda.gov") {
			continue
		}
		if strings.Contains(asked, "serious%3A") || strings.Contains(asked, "%5C") {
			t.Errorf("asked %s", asked)
		}
	}
}

func TestPartsThatFailAreNullAndToldOf(t *testing.T) {
	down := func(address string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: address, Status: http.StatusServiceUnavailable}
	}
	answers := append([]upstreamtest.Answer{
		down(drugtest.Shortages), down(drugtest.Recalls), drugtest.None(drugtest.Approvals),
		down(drugtest.Norm + "/rxcui.json"),
		down(drugtest.With(drugtest.Events, "count", "serious")),
	}, drugtest.Examples()...)
	s, _ := service(t, answers...)
	status, got := s.Get("/drug/profile", "drug", "lisinopril")
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, got)
	}
	handlertest.Holds(t, got, map[string]any{
		"partial":                        true,
		"resolved.recognised":            true,
		"resolved.resolved_via":          "[openfda_ndc]",
		"shortage":                       nil,
		"recalls":                        nil,
		"approval":                       nil,
		"label.brand_name":               "Zestril",
		"adverse_events.total_reports":   181234,
		"adverse_events.serious_reports": nil,
		"resolved.other_drugs":           "[]",
	})

	s, _ = service(t, append([]upstreamtest.Answer{down(drugtest.Products)}, drugtest.Examples()...)...)
	_, got = s.Get("/drug/profile", "drug", "lisinopril")
	handlertest.Holds(t, got, map[string]any{"directory": nil, "resolved.other_drugs": nil, "partial": true})
}

func TestProductOfACode(t *testing.T) {
	const advil = `{"openfda":{},"product_ndc":"0573-0165","generic_name":"ibuprofen","brand_name":"ADVIL",
"labeler_name":"Haleon","active_ingredients":[{"name":"IBUPROFEN","strength":"200 mg/1"}],"marketing_start_date":"19840518",
"packaging":[{"package_ndc":"0573-0165-20","description":"24 TABLET"}],"application_number":"NDA018989"}`
	const other = `{"openfda":{},"product_ndc":"05730-165","generic_name":"other","brand_name":"Other",
"labeler_name":"Another","active_ingredients":[{"name":"OTHER"}],"packaging":[{"package_ndc":"05730-165-20"}]}`

	for _, text := range []string{"0573-0165-20", "00573016520", "00573-0165-20", "0573016520", "0573-0165"} {
		t.Run(text, func(t *testing.T) {
			answers := append([]upstreamtest.Answer{{URL: drugtest.Products, Body: drugtest.Page(1, advil)}},
				drugtest.Concept("ibuprofen", "5640", drugtest.Group("PIN", "ibuprofen lysine"))...)
			answers = append(answers, unnamed("x")...)
			s, _ := service(t, answers...)
			_, got := s.Get("/drug/profile", "ndc", text)
			handlertest.Holds(t, got, map[string]any{
				"query":                        text,
				"resolved.kind":                "product",
				"resolved.brand_name":          "ADVIL",
				"resolved.ingredients":         "[ibuprofen]",
				"product.product_ndc":          "0573-0165",
				"product.ingredients.0.name":   "IBUPROFEN",
				"product.marketing_start_date": "1984-05-18",
				"adverse_events":               nil,
				"recalls.count":                0,
				"recalls.naming_code":          0,
				"other_salts":                  "[ibuprofen lysine]",
				"shortage.status":              "not_listed",
				"partial":                      false,
			})
		})
	}

	t.Run("of two products", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{URL: drugtest.Products, Body: drugtest.Page(2, advil, other)})
		status, got := s.Get("/drug/profile", "ndc", "0573016520")
		if status != http.StatusBadRequest || got["code"] != "ambiguous" ||
			!strings.Contains(fmt.Sprint(got["candidates"]), "05730-165-20") {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("of another product that was found", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{URL: drugtest.Products, Body: drugtest.Page(1, other)},
			upstreamtest.Answer{URL: drugtest.Norm + "/rxcui.json", Body: `{"idGroup":{}}`})
		if status, got := s.Get("/drug/profile", "ndc", "0573-0165-20"); status != http.StatusNotFound {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("that RxNorm remembers", func(t *testing.T) {
		s, _ := service(t, drugtest.None(drugtest.Products),
			upstreamtest.Answer{
				URL:  drugtest.With(drugtest.Norm+"/rxcui.json", "idtype", "NDC", "id", "00573016520"),
				Body: `{"idGroup":{"rxnormId":["310965"]}}`,
			},
			upstreamtest.Answer{URL: drugtest.Norm + "/rxcui.json", Body: `{"idGroup":{}}`},
			upstreamtest.Answer{
				URL:  drugtest.Norm + "/rxcui/310965/properties.json",
				Body: `{"properties":{"rxcui":"310965","name":"ibuprofen 200 MG Oral Tablet","tty":"SCD"}}`,
			})
		status, got := s.Get("/drug/profile", "ndc", "0573-0165-20")
		if status != http.StatusNotFound || fmt.Sprint(got["rxnorm_products"]) != "[ibuprofen 200 MG Oral Tablet]" {
			t.Errorf("%d %v", status, got)
		}
	})
}

// TestRecordedLabels has the names looked up in vain, so that the labels have to tell themselves.
func TestRecordedLabels(t *testing.T) {
	down := []upstreamtest.Answer{
		{URL: drugtest.Products, Status: http.StatusServiceUnavailable},
		{URL: drugtest.Norm + "/*", Status: http.StatusServiceUnavailable},
		{URL: drugtest.DailyMed + "/spls/*", Status: http.StatusServiceUnavailable},
	}
	for _, c := range []struct {
		drug  string
		label string
		list  string
		want  map[string]any
	}{
		{"keytruda", "openfda/drug_label_keytruda_min.json", "", map[string]any{
			"set_id":       "9333c79b-d487-4538-a9f0-71b91a02b287",
			"brand_name":   "KEYTRUDA",
			"generic_name": "PEMBROLIZUMAB",
			"source":       "openfda",
		}},
		{"pembrolizumab", "openfda/drug_label_keytruda_min.json", "", map[string]any{
			"set_id": "9333c79b-d487-4538-a9f0-71b91a02b287",
		}},
		{"lisinopril", "openfda/drug_label_lisinopril_head.json", "dailymed/spls_lisinopril_page1.json", map[string]any{
			"set_id":               "34bb4602-ccff-4939-91b9-26a63bfd40f7",
			"version":              24,
			"effective_date":       "2026-08-06",
			"effective_date_basis": "dailymed_published",
			"partial":              true,
		}},
		{"siliq", "", "dailymed/spls_siliq_single_page.json", map[string]any{
			"set_id":         "1a550c33-456a-4833-814e-8591aea7c688",
			"brand_name":     "SILIQ",
			"generic_name":   "BRODALUMAB",
			"manufacturer":   "BAUSCH HEALTH US LLC",
			"version":        21,
			"effective_date": "2026-05-25",
		}},
	} {
		t.Run(c.drug, func(t *testing.T) {
			answers := slices.Clone(down)
			answers = append(answers, drugtest.None(drugtest.Labels))
			if c.label != "" {
				answers[len(answers)-1] = upstreamtest.Answer{
					URL:  drugtest.Labels,
					Body: string(samples.Read(t, c.label)),
				}
			}
			if c.list != "" {
				answers = append(answers, upstreamtest.Answer{
					URL:  drugtest.DailyMed + "/spls.json",
					Body: string(samples.Read(t, c.list)),
				})
			}
			s, _ := service(t, answers...)
			_, got := s.Get("/drug/label", "drug", c.drug)
			handlertest.Holds(t, got, c.want)
		})
	}
}

func TestALabelIsNeverThatOfACombination(t *testing.T) {
	const combination = `{"set_id":"c1","version":"1","description":["both"],"openfda":{"brand_name":["Zestoretic"],
"generic_name":["LISINOPRIL AND HYDROCHLOROTHIAZIDE"],"substance_name":["LISINOPRIL","HYDROCHLOROTHIAZIDE"]}}`
	answers := append(drugtest.Concept("lisinopril", "29046"),
		drugtest.None(drugtest.Products),
		upstreamtest.Answer{URL: drugtest.Labels, Body: drugtest.Page(1, combination)},
		upstreamtest.Answer{URL: drugtest.DailyMed + "/spls.json", Body: `{"data":[{"setid":"d1","spl_version":1,
"published_date":"Aug 12, 2026","title":"LISINOPRIL AND HYDROCHLOROTHIAZIDE TABLET [A]"}]}`})
	s, _ := service(t, answers...)
	if status, got := s.Get("/drug/label", "drug", "lisinopril"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
}

func TestReportsOfYearsThatDoNotAddUpAreNotGiven(t *testing.T) {
	answers := append([]upstreamtest.Answer{{
		URL:  drugtest.With(drugtest.Events, "count", "receivedate"),
		Body: drugtest.Counted("20250102", 5),
	}}, drugtest.Examples()...)
	s, _ := service(t, answers...)
	_, got := s.Get("/drug/adverse-events", "drug", "lisinopril")
	handlertest.Holds(t, got, map[string]any{"by_year": nil, "total_reports": 181234})
}

func TestNoDeathAmongReportsIsACount(t *testing.T) {
	deaths := drugtest.EventSearch("lisinopril") + ` AND seriousnessdeath:"1"`
	answers := append([]upstreamtest.Answer{
		drugtest.None(drugtest.With(drugtest.Events, "search", deaths)),
	}, drugtest.Examples()...)
	s, _ := service(t, answers...)
	_, got := s.Get("/drug/adverse-events", "drug", "lisinopril")
	handlertest.Holds(t, got, map[string]any{"deaths": 0, "hospitalizations": 71002, "partial": false})
}

func TestShortageOfACombinationIsNoneOfTheDrug(t *testing.T) {
	const entry = `{"generic_name":"Bupivacaine Hydrochloride; Epinephrine Bitartrate Injection","status":"Current",
"update_date":"08/07/2026","company_name":"A"}`
	answers := append(drugtest.Concept("bupivacaine", "1815"), drugtest.None(drugtest.Products),
		upstreamtest.Answer{URL: drugtest.Shortages, Body: drugtest.Page(1, entry)})
	s, _ := service(t, answers...)
	_, got := s.Get("/drug/shortages", "drug", "bupivacaine")
	handlertest.Holds(t, got, map[string]any{
		"in_shortage":               false,
		"combination_current_count": 1,
		"records.0.combination":     true,
		"records.0.update_date":     "2026-08-07",
	})
}

func TestEntriesOfTheListAreOfTheDrugItself(t *testing.T) {
	one := identity{ingredients: []string{"lidocaine"}}
	cases := []struct {
		generic string
		want    bool
	}{
		{"Lidocaine Hydrochloride Injection, 1%", false},
		{"Lidocaine Hydrochloride Injection, Solution", false},
		{"Lidocaine Hydrochloride; Epinephrine Bitartrate Injection", true},
		{"Lidocaine and Prilocaine Cream", true},
		{"Lidocaine Cream and Ointment", false},
	}
	for _, c := range cases {
		t.Run(c.generic, func(t *testing.T) {
			if got := one.relation(openfda.Shortage{Generic: c.generic}) == combination; got != c.want {
				t.Errorf("%v", got)
			}
		})
	}

	counts := counted(one.related([]openfda.Shortage{
		{Generic: "Lidocaine", Status: "Currently in Shortage"},
		{Generic: "Lidocaine", Status: "To Be Discontinued"},
		{Generic: "Lidocaine", Status: "Resolved"},
		{Generic: "Lidocaine", Status: "Under Review"},
	}))
	if counts.current != 1 || counts.discontinued != 1 || counts.resolved != 1 || counts.unread != 1 {
		t.Errorf("%+v", counts)
	}
}

func TestShortageIsSaidOnlyOfWhatCanBeTold(t *testing.T) {
	entry := func(status, more string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL: drugtest.Shortages,
			Body: drugtest.Page(1, `{"generic_name":"Farebocaine Injection","status":"`+status+`",
"update_date":"08/07/2026"`+more+`}`),
		}
	}
	known := append(drugtest.Concept("farebocaine", "1815"), drugtest.None(drugtest.Products))
	unknown := unnamed("farebocaine")
	for _, c := range []struct {
		why       string
		name      []upstreamtest.Answer
		list      upstreamtest.Answer
		short     any
		current   int
		available any
	}{
		{"known and not listed", known, drugtest.None(drugtest.Shortages), false, 0, 0},
		{"nobody knows it, and it is not listed", unknown, drugtest.None(drugtest.Shortages), nil, 0, 0},
		{"nobody knows it, and it is listed", unknown, entry("Current", `,"availability":"Available"`), true, 1, 1},
		{"current", known, entry("Current", `,"availability":"Unavailable"`), true, 1, 0},
		{"current, whether available is not said", known, entry("Current", ""), true, 1, nil},
		{"resolved", known, entry("Resolved", ""), false, 0, 0},
		{"in a state without a word here", known, entry("Under Review", ""), nil, 0, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, append([]upstreamtest.Answer{drugtest.ShortageList(), c.list}, c.name...)...)
			_, got := s.Get("/drug/shortages", "drug", "farebocaine")
			handlertest.Holds(t, got, map[string]any{
				"in_shortage":     c.short,
				"current_count":   c.current,
				"available_count": c.available,
			})
		})
	}
}

// TestOddEntryLeavesTheOthers: that no entry says that the drug is short does not count while one cannot be read.
func TestOddEntryLeavesTheOthers(t *testing.T) {
	for status, short := range map[string]any{"Resolved": nil, "Current": true} {
		page := drugtest.Page(2, `{"generic_name":"Farebocaine Injection","status":"`+status+`","update_date":"08/07/2026"},
{"generic_name":"Farebocaine Injection","status":7,"update_date":"08/07/2026"}`)
		s, _ := service(t, append([]upstreamtest.Answer{
			{URL: drugtest.Shortages, Body: page}, drugtest.None(drugtest.Products),
		}, drugtest.Concept("farebocaine", "1815")...)...)
		_, got := s.Get("/drug/shortages", "drug", "farebocaine")
		handlertest.Holds(t, got, map[string]any{"in_shortage": short, "count": 1, "truncated": true, "partial": true})
	}
}

// TestOddEntryLeavesTheProfile: partial, as the list is where it stands by itself.
func TestOddEntryLeavesTheProfile(t *testing.T) {
	const entry = `{"generic_name":"Lisinopril Tablet","status":"Current","update_date":"08/07/2026"}`
	for rows, partial := range map[string]bool{
		entry: false,
		entry + `,` + strings.Replace(entry, `"Current"`, "7", 1): true,
	} {
		page := drugtest.Page(1+strings.Count(rows, ":7,"), rows)
		shortages := upstreamtest.Answer{URL: drugtest.Shortages, Body: page}
		s, _ := service(t, append([]upstreamtest.Answer{shortages}, drugtest.Examples()...)...)
		_, got := s.Get("/drug/profile", "drug", "lisinopril")
		handlertest.Holds(t, got, map[string]any{"partial": partial, "shortage.current_count": 1})
	}
}

// TestAnOldListSaysNothingOfWhatIsNotShort: in a shutdown of the government it does not change for weeks. What was
// short then may still be; that a drug is not on it says nothing.
func TestAnOldListSaysNothingOfWhatIsNotShort(t *testing.T) {
	page := func(day, status string) string {
		return strings.Replace(drugtest.Page(1, `{"generic_name":"Farebocaine Injection","status":"`+status+
			`","update_date":"08/07/2026"}`), "2026-11-14", day, 1)
	}
	for _, c := range []struct {
		day    string
		status string // "" where it is not listed
		short  any
		state  string
	}{
		{"2026-10-21", "Resolved", false, "ok"},
		{"2026-10-21", "", false, "empty"},
		{"2026-10-08", "Current", true, "stale"},
		{"2026-10-08", "Resolved", nil, "stale"},
		{"2026-10-08", "", nil, "stale"},
		{"", "", nil, "stale"},
	} {
		t.Run(c.day+" "+c.status, func(t *testing.T) {
			list := []upstreamtest.Answer{
				{URL: drugtest.With(drugtest.Shortages, "limit", "1"), Body: page(c.day, "Current")},
				{URL: drugtest.Shortages, Body: page(c.day, c.status)},
			}
			if c.status == "" {
				list[1] = drugtest.None(drugtest.Shortages)
			}
			list = append(list, drugtest.None(drugtest.Products))
			s, _ := service(t, append(list, drugtest.Concept("farebocaine", "1815")...)...)

			_, got := s.Get("/drug/shortages", "drug", "farebocaine")
			sources := got["sources"].([]any)
			last := sources[len(sources)-1].(map[string]any)
			if got["in_shortage"] != c.short || last["status"] != c.state || got["partial"] != (c.state == "stale") {
				t.Errorf("%v %v: %v", got["in_shortage"], got["partial"], last)
			}
		})
	}
}

// TestCombinationIsFoundUnderItsIngredients: the list names a combination by its salts, in an order of its own.
func TestCombinationIsFoundUnderItsIngredients(t *testing.T) {
	id := identity{
		ingredients: []string{"amphetamine", "dextroamphetamine"},
		generic:     "amphetamine / dextroamphetamine",
	}
	s, world := service(t)
	_ = s
	h := New(world.Pool(t, nil, upstreamtest.At(handlertest.Now)), handlertest.Now)
	_, _ = h.shortages(t.Context(), id)

	asked := strings.Join(world.Asked(), " ")
	for _, name := range id.ingredients {
		if !strings.Contains(asked, "generic_name%3A%22"+name+"%22") {
			t.Errorf("%s: asked %s", name, asked)
		}
	}
	if id.relation(openfda.Shortage{
		Generic: "Amphetamine Aspartate; Amphetamine Sulfate; Dextroamphetamine Saccharate; Dextroamphetamine Sulfate Tablet",
	}) != itself {
		t.Error("the entry is not taken for the combination itself")
	}
}

// TestRecordsOfCombinationsAreFoundUnderAnyOrderOfTheirNames: that none is found would be told as none, and RxNorm
// names them in the order of the alphabet.
func TestRecordsOfCombinationsAreFoundUnderAnyOrderOfTheirNames(t *testing.T) {
	both := identity{
		ingredients: []string{"hydrochlorothiazide", "lisinopril"},
		generic:     "hydrochlorothiazide / lisinopril",
	}
	glucose := identity{ingredients: []string{"glucose"}}
	text := func(description string) map[string]any { return map[string]any{"product_description": description} }
	substances := func(names ...string) map[string]any {
		return map[string]any{"openfda": map[string]any{"substance_name": names}}
	}
	product := func(names ...string) map[string]any {
		return map[string]any{"products": map[string]any{"active_ingredients": map[string]any{"name": names}}}
	}

	for _, c := range []struct {
		why    string
		search string
		record map[string]any
		want   bool
	}{
		{"a recall", both.recallSearch(), text("Lisinopril and Hydrochlorothiazide Tablets USP, 20 mg/12.5 mg"), true},
		{"a recall of one of them", both.recallSearch(), text("Lisinopril Tablets USP, 20 mg"), false},
		{"a label", labelSearch(both), substances("HYDROCHLOROTHIAZIDE", "LISINOPRIL"), true},
		{"a label of one of them", labelSearch(both), substances("LISINOPRIL"), false},
		{"an application", both.approvalSearch(), product("HYDROCHLOROTHIAZIDE", "LISINOPRIL"), true},
		{"a recall under the FDA's name", glucose.recallSearch(), text("5% Dextrose Injection, USP"), true},
		{"a label under the FDA's name", labelSearch(glucose), map[string]any{
			"openfda": map[string]any{"generic_name": []string{"DEXTROSE MONOHYDRATE"}},
		}, true},
	} {
		if got := matches(c.search, c.record); got != c.want {
			t.Errorf("%s: found is %v, want %v by %s", c.why, got, c.want, c.search)
		}
	}
}

// TestProfileIsNotSoldWithoutItsSections: a name that was resolved is no profile.
func TestProfileIsNotSoldWithoutItsSections(t *testing.T) {
	answers := []upstreamtest.Answer{{URL: drugtest.DailyMed + "/spls.json", Status: http.StatusServiceUnavailable}}
	for _, address := range []string{
		drugtest.Labels, drugtest.Events, drugtest.Recalls, drugtest.Approvals, drugtest.Shortages,
	} {
		answers = append(answers, upstreamtest.Answer{URL: address, Status: http.StatusServiceUnavailable})
	}
	s, _ := service(t, append(answers, drugtest.Examples()...)...)
	if status, got := s.Get("/drug/profile", "drug", "lisinopril"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}

// TestCountsOfUnknownWordsAreNotZero: renamed values are no reports that are not serious.
func TestCountsOfUnknownWordsAreNotZero(t *testing.T) {
	count := func(address, field string, pairs ...any) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL:  drugtest.With(address, "count", field),
			Body: drugtest.Counted(pairs...),
		}
	}
	answers := append([]upstreamtest.Answer{
		count(drugtest.Events, openfda.FieldSerious, "yes", 130488),
		count(drugtest.Events, openfda.FieldSex, "M", 77020),
		count(drugtest.Recalls, "classification.exact", "I", 1),
		count(drugtest.Recalls, "status.exact", "open", 1),
		count(drugtest.Devices, openfda.FieldEventType, "D", 90),
	}, drugtest.Examples()...)
	s, _ := service(t, answers...)

	_, events := s.Get("/drug/adverse-events", "drug", "lisinopril")
	handlertest.Holds(t, events, map[string]any{"serious_reports": nil, "serious_pct": nil, "by_sex": nil})
	_, profile := s.Get("/drug/profile", "drug", "lisinopril")
	handlertest.Holds(t, profile, map[string]any{
		"adverse_events.serious_reports": nil,
		"recalls.count":                  28,
		"recalls.class_i":                nil,
		"recalls.open_count":             nil,
		"recalls.closed_count":           nil,
	})
	_, devices := s.Get("/device/adverse-events", "brand", "freestyle libre")
	handlertest.Holds(t, devices, map[string]any{"by_event_type": nil})
}

// TestFirstApprovalNeedsDays: without them the first application of a list is only the one with the lowest number.
func TestFirstApprovalNeedsDays(t *testing.T) {
	var id identity
	dated := openfda.Application{Number: "NDA2"}
	dated.Submissions = append(dated.Submissions, struct {
		Type   string      `json:"submission_type"`
		Status string      `json:"submission_status,omitempty"`
		Date   scalar.Text `json:"submission_status_date,omitempty"`
	}{"ORIG", "AP", "19870101"})

	if got := id.firstApproved([]openfda.Application{{Number: "NDA1"}, {Number: "NDA2"}}); got != nil {
		t.Errorf("without days: %+v", got)
	}
	if got := id.firstApproved([]openfda.Application{{Number: "NDA1"}, dated}); got == nil || got.Number != "NDA2" {
		t.Errorf("with one: %+v", got)
	}
}

// TestAMisspellingIsNotCounted has reports that hold the misspelling itself.
func TestAMisspellingIsNotCounted(t *testing.T) {
	answers := append([]upstreamtest.Answer{
		{URL: drugtest.With(drugtest.Events, "limit", "1"), Body: drugtest.Page(37, `{"receivedate":"20260929"}`)},
	}, unnamed("amoxicilin", "amoxicillin")...)
	s, _ := service(t, answers...)
	if status, got := s.Get("/drug/adverse-events", "drug", "amoxicilin"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
}

func TestRecordedDeviceReport(t *testing.T) {
	body := `{"meta":{"last_updated":"2026-11-01","results":{"total":1}},"results":[` +
		string(samples.Read(t, "openfda/device_event_record_MAUDE.json")) + `]}`
	s, _ := service(t,
		upstreamtest.Answer{
			URL:    drugtest.With(drugtest.Devices, "count", "product_problems.exact"),
			Status: http.StatusNotFound,
			Body:   `{"error":{"code":"NOT_FOUND","message":"Nothing to count"}}`,
		},
		upstreamtest.Answer{
			URL:  drugtest.With(drugtest.Devices, "count", "date_received"),
			Body: drugtest.Counted("20040801", 1),
		},
		upstreamtest.Answer{
			URL:  drugtest.With(drugtest.Devices, "count", "event_type.exact"),
			Body: drugtest.Counted("Injury", 1),
		},
		upstreamtest.Answer{
			URL:  drugtest.With(drugtest.Devices, "count", "device.brand_name.exact"),
			Body: drugtest.Counted("HEMOCHRON COAGULATION SYSTEM", 1),
		},
		upstreamtest.Answer{
			URL:  drugtest.With(drugtest.Devices, "count", "device.manufacturer_d_name.exact"),
			Body: drugtest.Counted("INTERNATIONAL TECHNIDYNE CORP.", 1),
		},
		upstreamtest.Answer{URL: drugtest.Devices, Body: body})

	_, got := s.Get("/device/adverse-events", "brand", "hemochron")
	handlertest.Holds(t, got, map[string]any{
		"total_reports":          1,
		"by_event_type.injury":   1,
		"by_event_type.death":    0,
		"by_year.0.year":         2004,
		"top_problems":           nil,
		"partial":                false,
		"recent.0.report_number": "2248721-2004-00001",
		"recent.0.date_received": "2004-08-01",
		"recent.0.event_date":    nil,
		"recent.0.brand_name":    "HEMOCHRON COAGULATION SYSTEM",
		"recent.0.manufacturer":  "INTERNATIONAL TECHNIDYNE CORP.",
		"recent.0.url": "https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfmaude/" +
			"detail.cfm?mdrfoi__id=538836",
	})
}

// TestApprovalIsThatOfTheOriginal takes the recorded application, whose other submissions are left out.
func TestApprovalIsThatOfTheOriginal(t *testing.T) {
	answers := append(drugtest.Concept("imatinib", "282388"),
		upstreamtest.Answer{URL: drugtest.Approvals, Body: string(samples.Read(t, "openfda/drugsfda_imatinib.json"))})
	answers = append(answers, unnamed("x")...)
	s, _ := service(t, answers...)
	_, got := s.Get("/drug/profile", "drug", "imatinib")
	handlertest.Holds(t, got, map[string]any{
		"approval.application_number":  "NDA021588",
		"approval.first_approval_date": "2003-04-18",
		"approval.brand_name":          "GLEEVEC",
		"approval.sponsor":             "NOVARTIS",
		"approval.marketing_status":    "[Prescription]",
		"approval.truncated":           true,
	})
}

// BenchmarkMentions reads a label of the usual size for a drug with many brands.
func BenchmarkMentions(b *testing.B) {
	sentence := "Concomitant use of this drug with other agents may raise the concentration in plasma of either. "
	l := &labelText{sections: map[string]string{
		"drug_interactions": strings.Repeat(sentence, 1300) + "Avoid ibuprofen.",
	}}
	names := []wanted{{name: "ibuprofen", kind: "ingredient"}}
	for i := range maxBrands {
		names = append(names, wanted{name: fmt.Sprintf("Brand%d", i), kind: "brand"})
	}
	for b.Loop() {
		if list := mentions(l, names); len(list) != 1 {
			b.Fatal(list)
		}
	}
}

// TestRoundTrips counts what goes out: RxNorm in two steps beside the directory, one label and its other salts.
func TestRoundTrips(t *testing.T) {
	s, world := service(t, drugtest.Examples()...)
	s.Get("/drug/label", "drug", "lisinopril")
	if asked := world.Asked(); len(asked) != 6 {
		t.Errorf("%d requests: %q", len(asked), asked)
	}
}

// TestReportsOfAnotherBrandAreNotCounted: the search forgives, and gives devices of a like name.
func TestReportsOfAnotherBrandAreNotCounted(t *testing.T) {
	s, _ := service(t, append([]upstreamtest.Answer{{
		URL: drugtest.Devices,
		Body: drugtest.Page(1, `{"report_number":"1","event_type":"Injury","date_received":"20260105","device":[
{"brand_name":"ZIMMER NATURAL-KNEE"}],"mdr_text":[]}`),
	}}, drugtest.Answers()...)...)
	for brand, want := range map[string]int{"Zimmer Natural-Knee": 200, "natural knee": 200, "Zimmer Natural-Hip": 404} {
		if status, got := s.Get("/device/adverse-events", "brand", brand); status != want {
			t.Errorf("%s: %d %v", brand, status, got)
		}
	}
}
