package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func unit(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../systemd/farebox.service")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestUnitIsOneOfSystemd asks systemd itself, where it is there.
func TestUnitIsOneOfSystemd(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "farebox.service")
	text := strings.ReplaceAll(unit(t), "/usr/local/bin/farebox", self) // a program that is there
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}

	if out, err := exec.CommandContext(t.Context(), analyze, "verify", path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	judge := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--threshold=25", path)
	out, err := judge.CombinedOutput()
	if err != nil {
		t.Errorf("the unit is open to more than 2.5 of 10: %v\n%s", err, out)
	}
}

// TestUnitCredentialsAreRead: each file that a setting names is one that systemd hands out.
func TestUnitCredentialsAreRead(t *testing.T) {
	loaded := map[string]bool{}
	named := map[string]bool{}
	for line := range strings.Lines(unit(t)) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "LoadCredential="); ok {
			name, _, _ := strings.Cut(rest, ":")
			loaded[name] = true
		}
		if _, file, ok := strings.Cut(line, "_FILE=%d/"); ok {
			named[file] = true
		}
	}
	if len(loaded) == 0 || len(loaded) != len(named) {
		t.Errorf("given %v, named %v", loaded, named)
	}
	for name := range named {
		if !loaded[name] {
			t.Errorf("%s is named and not given", name)
		}
	}
}
