package kyb

import (
	"net/http"
	"testing"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestANameThatIsOnlyAlikeIsNoVerdict: the filings and the LEI of a company of another name speak for nobody, and the
// company is a candidate.
func TestANameThatIsOnlyAlikeIsNoVerdict(t *testing.T) {
	acme := filer(organisationstest.Filing{Form: "10-Q", Filed: "2026-08-01"})
	in := organisationstest.Registers{Filers: []organisationstest.Filer{acme}, Records: record(nil)}
	s := serve(t, in.World(t), false)
	for _, name := range []string{"Acme Widget", "Acne Widgets Inc", "Acme Widgets Holdings Inc", "Acme Widgets LLC"} {
		status, got := s.Get("/kyb/verify", "name", name)
		existence := got["existence"].(map[string]any)
		if status != http.StatusOK || got["verdict"] != "no_reliable_match" || got["risk_score"] != nil ||
			got["category"] != nil || got["entity"] != nil || got["standing"] != nil || got["screening"] != nil ||
			len(got["reasons"].([]any)) > 0 || existence["status"] != "no_reliable_match" {
			t.Errorf("%q: %d %v", name, status, got)
			continue
		}
		first := got["candidates"].([]any)[0].(map[string]any)
		if first["cik"] != "0000000007" || first["name_status"] != "alike" {
			t.Errorf("%q: %v", name, first)
		}
	}
}

// TestALookIsFree: the answer that a name proves nobody is not charged.
func TestALookIsFree(t *testing.T) {
	in := organisationstest.Registers{Filers: []organisationstest.Filer{filer()}}
	h := handlers(t, in.World(t))
	ctx, waived := response.Watch(t.Context())
	if verify(ctx, t, h, "Acme Widget"); !waived() {
		t.Error("a name that proves nobody is charged")
	}
	ctx, waived = response.Watch(t.Context())
	if verify(ctx, t, h, "Acme Widgets"); waived() {
		t.Error("a verdict is free")
	}
}

// TestPartsOfTheVerdictStandApart: each has its own word, whatever the others say.
func TestPartsOfTheVerdictStandApart(t *testing.T) {
	current := organisationstest.Filing{Form: "10-Q", Filed: "2026-08-01"}
	old := organisationstest.Filing{Form: "10-K", Filed: "2025-01-02"}
	other := organisationstest.Filer{CIK: "0000000001", Name: "Unrelated Corp", Tickers: []string{"UNR"}}
	only := func(change func(*organisationstest.Record)) organisationstest.Registers {
		return organisationstest.Registers{Filers: []organisationstest.Filer{other}, Records: record(change)}
	}
	files := func(filings ...organisationstest.Filing) organisationstest.Registers {
		return organisationstest.Registers{Filers: []organisationstest.Filer{filer(filings...)}}
	}
	byLEI := []string{"lei", lei}
	byCIK := []string{"cik", "7"}
	for _, c := range []struct {
		why                 string
		in                  organisationstest.Registers
		query               []string
		existence, standing string
	}{
		{"in force and proved", only(nil), byLEI, "proved", "good"},
		{"in force, supplied by itself", only(func(r *organisationstest.Record) {
			r.Corroborated = "ENTITY_SUPPLIED_ONLY"
		}), byLEI, "registered", "good"},
		{"lapsed", only(func(r *organisationstest.Record) { r.Registration = "LAPSED" }), byLEI, "registered", "lapsed"},
		{"merged", only(func(r *organisationstest.Record) {
			r.Registration = "MERGED"
			r.Status = "INACTIVE"
		}), byLEI, "registered", "inactive"},
		{"dissolved", only(func(r *organisationstest.Record) {
			r.Registration = "RETIRED"
			r.Status = "INACTIVE"
			r.Expired = "DISSOLVED"
		}), byLEI, "registered", "dissolved"},
		{"reporting", files(current), byCIK, "proved", "good"},
		{"not reporting any more", files(old), byCIK, "registered", "overdue"},
		{"deregistered", files(
			organisationstest.Filing{Form: "15-12G", Filed: "2026-09-01"}, current,
		), byCIK, "registered", "inactive"},
		{"never reported", files(), byCIK, "registered", "unknown"},
		{"inactive at GLEIF, filing since", organisationstest.Registers{
			Filers: []organisationstest.Filer{func() organisationstest.Filer {
				f := filer(current)
				f.LEI = lei
				return f
			}()},
			Records: record(func(r *organisationstest.Record) {
				r.Status = "INACTIVE"
				r.ExpiredOn = "2024-01-01"
			}),
		}, byCIK, "proved", "disputed"},
		{"only Wikidata", organisationstest.Registers{
			Filers: []organisationstest.Filer{other},
			Items:  []organisationstest.Item{{QID: "Q7", Label: "Acme Widgets", ISINs: []string{"US0378331005"}}},
		}, []string{"qid", "Q7"}, "mentioned", "unknown"},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, got := serve(t, c.in.World(t), false).Get("/kyb/verify", c.query...)
			existence := got["existence"].(map[string]any)
			standing := got["standing"].(map[string]any)
			if existence["status"] != c.existence || standing["status"] != c.standing {
				t.Errorf("existence %v, standing %v", existence, standing)
			}
		})
	}
}

// TestEachPartSaysWhomItAskedAndWhen: a register that had no say has found nothing out.
func TestEachPartSaysWhomItAskedAndWhen(t *testing.T) {
	in := organisationstest.Registers{
		Filers:  []organisationstest.Filer{filer(organisationstest.Filing{Form: "10-Q", Filed: "2026-08-01"})},
		Records: record(nil),
		Down:    []string{"api.gleif.org"},
	}
	_, got := serve(t, in.World(t), false).Get("/kyb/verify", "name", "Acme Widgets Inc")
	rows := map[string]map[string]any{}
	for _, row := range got["existence"].(map[string]any)["registers"].([]any) {
		register := row.(map[string]any)
		rows[register["register"].(string)] = register
	}
	sec := rows["sec"]
	if sec["asked"] != "0000000007" || sec["found"] != true || sec["fetched_at"] == nil {
		t.Errorf("sec: %v", sec)
	}
	if names := rows["sec-names"]; names["asked"] != "Acme Widgets Inc" || names["found"] != true {
		t.Errorf("sec-names: %v", names)
	}
	if gleif := rows["gleif"]; gleif["found"] != nil {
		t.Errorf("gleif: %v", gleif)
	}
}

// TestAFormerNameIsSaid: with the day until which the company had it.
func TestAFormerNameIsSaid(t *testing.T) {
	in := organisationstest.Registers{Filers: []organisationstest.Filer{renamed()}}
	_, got := serve(t, in.World(t), false).Get("/kyb/verify", "name", "Acme Rockets")
	match := got["entity"].(map[string]any)["match"].(map[string]any)
	if match["name_status"] != "former" || match["last_used_date"] != "2019-03-04" ||
		match["note"] != "was called ACME ROCKETS CORP until 2019-03-04" {
		t.Errorf("%v", match)
	}
}

// TestNamesInOtherWritingsAreNotCleared: half of the companies on lists would not be found by a name in Chinese, nor by
// how a program reads it.
func TestNamesInOtherWritingsAreNotCleared(t *testing.T) {
	h := handlersListed(t, upstreamtest.New(t, examples()...), func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	})
	for _, c := range []struct {
		why    string
		kind   string
		latin  string
		status gen.KybScreeningStatus
	}{
		{"no name in Latin letters", "", "", gen.Inconclusive},
		{"one that a program made", "AUTO_ASCII_TRANSLITERATED_LEGAL_NAME", "Lv Ye Mianbao", gen.Inconclusive},
		{"one that the company states", "PREFERRED_ASCII_TRANSLITERATED_LEGAL_NAME", "Greenleaf Bakery Ltd", gen.Clear},
	} {
		entity := gleif.Entity{LegalName: gleif.Name{Name: "绿叶面包有限公司"}}
		if c.latin != "" {
			entity.Transliterated = []gleif.Text{{Name: c.latin, Type: c.kind}}
		}
		got := h.screen(&organisations.Party{Record: &gleif.Record{Entity: entity}})
		if got.part.Status != c.status || got.conclusive() != (c.status == gen.Clear) {
			t.Errorf("%s: %s, recall %v", c.why, got.part.Status, *got.part.RecallRatio)
		}
	}
}
