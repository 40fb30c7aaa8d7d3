package gleif

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedAnswers reads real answers of the API, where FAREBOX_ENTITIES names a folder that has some in gleif/:
// files called direct-children_<LEI>.json and the like.
func TestRecordedAnswers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("FAREBOX_ENTITIES"), "gleif", "*_*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("FAREBOX_ENTITIES has no recorded answers")
	}
	read := map[string]int{}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		what, id, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".json"), "_")
		c, _ := client(t, upstreamtest.Answer{URL: api + "*", Body: string(body)})
		read[what]++
		if err := readAs(t, c, what, id); err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
	}
	t.Log(read)
}

func readAs(t *testing.T, c *Client, what, id string) error {
	t.Helper()
	level := Direct
	if strings.HasPrefix(what, "ultimate") {
		level = Ultimate
	}
	ctx := t.Context()
	switch what {
	case "single": // single_lei_record_<LEI>
		lei := id[strings.LastIndexByte(id, '_')+1:]
		r, err := c.Record(ctx, lei)
		if err == nil &&
			(r.Entity.LegalName.Name == "" || r.Entity.Jurisdiction == "" || r.Registration.First == nil) {
			t.Errorf("%s: %+v", lei, r)
		}
		return err
	case "multi", "direct-children", "ultimate-children":
		records, total, err := c.Named(ctx, "x", 200)
		if err == nil && (total < len(records) || (len(records) > 0 && records[0].Entity.LegalName.Name == "")) {
			t.Errorf("%s: %d of %d", id, len(records), total)
		}
		return err
	case "direct-parent", "ultimate-parent":
		r, err := c.Parent(ctx, id, level)
		if err == nil && r.LEI == "" {
			t.Errorf("%s has a parent without an LEI", id)
		}
		return err
	case "direct-parent-relationship", "ultimate-parent-relationship":
		relationship, err := c.Relationship(ctx, id, level)
		if err == nil && (relationship.Status == "" || relationship.Corroboration == "") {
			t.Errorf("%s: %+v", id, relationship)
		}
		return err
	case "direct-parent-reporting-exception", "ultimate-parent-reporting-exception":
		_, err := c.Exception(ctx, id, level)
		return err
	case "isins":
		isins, total, err := c.ISINs(ctx, id)
		if err == nil && total < len(isins) {
			t.Errorf("%s: %d of %d", id, len(isins), total)
		}
		return err
	case "fuzzycompletions":
		found, err := c.Completions(ctx, "x")
		if err == nil && (len(found) == 0 || found[0].LEI == "") {
			t.Errorf("%+v", found)
		}
		return err
	}
	return nil
}
