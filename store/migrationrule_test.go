package store

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// ruled is the version from which on migrations of Postgres keep the rule of docs/contributing.md: while replicas are
// replaced one by one, those of the release before go on with the schema after. Earlier ones were never released apart.
const ruled = 4

// judged are migrations that break the letter of the rule and were tried with the release before (make rollout).
var judged = map[string]string{
	"0005_usage_partitions.sql": "puts a partitioned table in the place of a plain one, under a lock; statements of " +
		"before work on it",
	"0007_channels_index.sql": "drops an index that no statement of any release reads",
}

// breaks are statements that take something away from the release before, or hold its requests up.
var breaks = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`(?i)\bDROP\b`), "the release before may still read it, or lean on it"},
	{regexp.MustCompile(`(?i)\bRENAME\b`), "the release before knows the old name"},
	{regexp.MustCompile(`(?i)\b(SET NOT NULL|ADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN))\b`),
		"what the release before writes may not fulfil it"},
	{regexp.MustCompile(`(?i)\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b`), "the release before reads the old type"},
	{regexp.MustCompile(`(?i)\b(UPDATE|DELETE FROM|TRUNCATE)\b`), "the release before goes on writing such rows"},
	{regexp.MustCompile(`(?i)\bCREATE UNIQUE INDEX\b`), "what the release before writes may not fulfil it"},
}

// addsRequired is a new column that an INSERT of the release before does not fill.
var addsRequired = regexp.MustCompile(`(?is)\bADD COLUMN\b[^,;]*\bNOT NULL\b[^,;]*`)

// findings are the parts of a migration that the release before may not be able to work beside.
func findings(script string) []string {
	var text strings.Builder
	for line := range strings.Lines(script) {
		line, _, _ = strings.Cut(line, "--")
		text.WriteString(line + "\n")
	}

	var out []string
	for _, statement := range strings.Split(text.String(), ";") {
		for _, b := range breaks {
			if found := b.pattern.FindString(statement); found != "" {
				out = append(out, found+": "+b.why)
			}
		}
		for _, column := range addsRequired.FindAllString(statement, -1) {
			if !strings.Contains(strings.ToUpper(column), "DEFAULT") {
				out = append(out, "ADD COLUMN NOT NULL without a DEFAULT: the release before leaves it out")
			}
		}
	}
	return out
}

func TestMigrationsLetTheReleaseBeforeGoOn(t *testing.T) {
	all, err := readMigrations(os.DirFS("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < ruled {
		t.Fatalf("only %d migrations were read", len(all))
	}
	for _, m := range all {
		if m.version < ruled || judged[m.name] != "" {
			continue
		}
		for _, found := range findings(m.script) {
			t.Errorf("%s: %s (see docs/contributing.md, Migrations)", m.name, found)
		}
	}
}

// TestMigrationsSayWhoGoesOn: a migration that says nothing keeps a roll-out from being taken back. Those before were
// made when none could say so.
func TestMigrationsSayWhoGoesOn(t *testing.T) {
	for engine, first := range map[string]int64{"postgres": 8, "sqlite": 7} {
		all, err := readMigrations(os.DirFS(engine))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if m.version >= first && m.since >= m.version {
				t.Errorf("%s of %s has no line \"-- compatible from N\" (see docs/contributing.md, Migrations)",
					m.name, engine)
			}
		}
	}
}

// TestMigrationRuleSeesABreach plants one of each kind, beside what is allowed.
func TestMigrationRuleSeesABreach(t *testing.T) {
	for script, want := range map[string]int{
		"CREATE TABLE a (b TEXT NOT NULL); CREATE INDEX c ON a (b);":                       0,
		"ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0, ADD COLUMN c TEXT":          0,
		"-- DROP is what this comment speaks of\nALTER TABLE a ADD COLUMN b TEXT;":         0,
		"INSERT INTO a VALUES (1); ALTER TABLE a ALTER b SET STORAGE EXTERNAL":             0,
		"CREATE TABLE a (b BIGINT PRIMARY KEY, c TEXT UNIQUE)":                             0,
		"ALTER TABLE a DROP COLUMN b":                                                      1,
		"ALTER TABLE a RENAME TO b":                                                        1,
		"ALTER TABLE a ADD COLUMN b BIGINT NOT NULL, ADD COLUMN c TEXT DEFAULT ''":         1,
		"ALTER TABLE a ALTER COLUMN b SET NOT NULL":                                        1,
		"ALTER TABLE a ALTER COLUMN b TYPE TEXT":                                           1,
		"ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID":                           1,
		"UPDATE a SET b = ''; DELETE FROM a":                                               2,
		"CREATE UNIQUE INDEX a ON b (c)":                                                   1,
		"ALTER TABLE a\n    ADD COLUMN b TEXT,\n    DROP CONSTRAINT c,\n    RENAME d TO e": 2,
	} {
		if got := findings(script); len(got) != want {
			t.Errorf("%q: %q, want %d", script, got, want)
		}
	}

	earlier, err := fs.ReadFile(os.DirFS("postgres"), "migrations/0003_server_secret.sql")
	if err != nil {
		t.Fatal(err)
	}
	if len(findings(string(earlier))) == 0 {
		t.Error("a migration that took columns away passes")
	}
}
