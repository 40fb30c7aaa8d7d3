package check

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// drain is the default of DRAIN_TIMEOUT, and rest what a stopping process may take beyond it.
const (
	drain = 75 * time.Second
	rest  = 15 * time.Second
)

func project(t *testing.T, environment types.Mapping) (*types.Project, error) {
	t.Helper()
	path, err := filepath.Abs("../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	details := types.ConfigDetails{
		WorkingDir:  filepath.Dir(path),
		ConfigFiles: []types.ConfigFile{{Filename: path}},
		Environment: environment,
	}
	return loader.LoadWithContext(context.Background(), details, func(o *loader.Options) {
		o.SetProjectName("farebox", true)
		o.Profiles = []string{"*"}
	})
}

func composed(t *testing.T) *types.Project {
	t.Helper()
	p, err := project(t, types.Mapping{
		"PUBLIC_BASE_URL": "https://api.example.com",
		"PAY_TO_ADDRESS":  "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestComposeWantsWhatHasNoDefault(t *testing.T) {
	if _, err := project(t, types.Mapping{"PUBLIC_BASE_URL": "https://api.example.com"}); err == nil ||
		!strings.Contains(err.Error(), "PAY_TO_ADDRESS") {
		t.Errorf("without an address to pay to: %v", err)
	}
}

// TestComposeReplicasDifferOnlyInTheirNames: a setting that one of them lacks would be a fault that comes and goes.
func TestComposeReplicasDifferOnlyInTheirNames(t *testing.T) {
	p := composed(t)
	one := p.Services["farebox-1"]
	two := p.Services["farebox-2"]
	for name, value := range one.Environment {
		other := two.Environment[name]
		if other == nil || strings.ReplaceAll(*other, "farebox-2", "farebox-1") != *value {
			t.Errorf("%s differs", name)
		}
	}
	if len(one.Environment) == 0 || len(one.Environment) != len(two.Environment) {
		t.Errorf("%d and %d settings", len(one.Environment), len(two.Environment))
	}
}

// TestComposePassesEverySetting: what is not written in the file comes from farebox.env, and a remote facilitator needs no
// settlement key.
func TestComposePassesEverySetting(t *testing.T) {
	p := composed(t)
	for _, name := range []string{"farebox-1", "farebox-2"} {
		files := p.Services[name].EnvFiles
		if len(files) != 1 || filepath.Base(files[0].Path) != "farebox.env" || bool(files[0].Required) {
			t.Errorf("%s reads %+v", name, files)
		}
	}

	p, err := project(t, types.Mapping{
		"PUBLIC_BASE_URL":     "https://api.example.com",
		"PAY_TO_ADDRESS":      "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		"SETTLEMENT_KEY_FILE": "",
	})
	if err != nil {
		t.Fatal(err)
	}
	if file := p.Services["farebox-1"].Environment["SETTLEMENT_KEY_FILE"]; file == nil || *file != "" {
		t.Errorf("the settlement key is at %v", file)
	}
}

func TestComposeServiceHasNoRights(t *testing.T) {
	p := composed(t)
	for _, name := range []string{"farebox-1", "farebox-2"} {
		s := p.Services[name]
		if !s.ReadOnly || s.Privileged || s.User != "65532:65532" || !slices.Equal(s.CapDrop, []string{"ALL"}) ||
			!slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s: %+v", name, s)
		}
		delay, err := time.ParseDuration(*s.Environment["DRAIN_DELAY"])
		if err != nil || delay <= 0 {
			t.Errorf("%s: a balancer is not told before the listener closes: %v", name, err)
		}
		if grace := s.StopGracePeriod; grace == nil || time.Duration(*grace) < delay+drain+rest {
			t.Errorf("%s: paid requests need %s to be settled", name, delay+drain+rest)
		}
		if s.HealthCheck == nil || strings.Join(s.HealthCheck.Test, " ") != "CMD /farebox health" {
			t.Errorf("%s: %+v", name, s.HealthCheck)
		}
		if on := s.DependsOn["postgres"]; on.Condition != types.ServiceConditionHealthy {
			t.Errorf("%s starts before its database: %+v", name, on)
		}
	}
}

// TestComposeSecretsAreFiles: each that a service is given exists at the top, and none is a value in the environment.
func TestComposeSecretsAreFiles(t *testing.T) {
	p := composed(t)
	for name, s := range p.Services {
		for _, secret := range s.Secrets {
			if p.Secrets[secret.Source].File == "" {
				t.Errorf("%s: the secret %s is no file", name, secret.Source)
			}
		}
		for variable, value := range s.Environment {
			file, ours := strings.CutPrefix(*value, "/run/secrets/")
			given := slices.ContainsFunc(s.Secrets, func(c types.ServiceSecretConfig) bool { return c.Source == file })
			if ours && !given {
				t.Errorf("%s: %s names a file that is not given", name, variable)
			}
			for _, word := range []string{"PASSWORD", "SECRET", "TOKEN", "SETTLEMENT_KEY", "DATABASE_URL"} {
				if strings.Contains(variable, word) && !ours {
					t.Errorf("%s: %s stands in the environment", name, variable)
				}
			}
		}
	}
}

// TestComposeBrowserReachesTheServiceAlone: what a page makes the browser do can go through the service's proxy only.
func TestComposeBrowserReachesTheServiceAlone(t *testing.T) {
	p := composed(t)
	browser := p.Services["chromium"]
	if len(browser.Networks) != 1 || len(browser.Ports) != 0 || !p.Networks["browser"].Internal {
		t.Errorf("%v, %v, %+v", browser.Networks, browser.Ports, p.Networks["browser"])
	}
	for name, s := range p.Services {
		if _, shares := s.Networks["browser"]; shares && name != "chromium" && !strings.HasPrefix(name, "farebox-") {
			t.Errorf("%s is on the browser's network", name)
		}
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s is published to everybody on %q", name, port.Published)
			}
		}
	}
	if !p.Networks["store"].Internal {
		t.Error("the database has a way out")
	}
}
