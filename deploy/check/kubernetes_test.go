package check

import (
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// cluster are the objects of one kustomization, each read strictly into the type that the API server has for it: a key
// that the type lacks is an error.
type cluster struct {
	deployment apps.Deployment
	service    core.Service
	settings   core.ConfigMap
	budget     policy.PodDisruptionBudget
	scaler     autoscaling.HorizontalPodAutoscaler
	network    networking.NetworkPolicy
	ingress    networking.Ingress // of the example alone
	monitors   int
	rules      string
}

func built(t *testing.T, dir string) *cluster {
	t.Helper()
	found, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		t.Fatal(err)
	}

	c := &cluster{}
	into := map[string]any{
		"Deployment":              &c.deployment,
		"Service":                 &c.service,
		"ConfigMap":               &c.settings,
		"PodDisruptionBudget":     &c.budget,
		"HorizontalPodAutoscaler": &c.scaler,
		"NetworkPolicy":           &c.network,
	}
	for _, r := range found.Resources() {
		if r.GetKind() == "PodMonitor" { // of an operator, whose types are not here
			c.monitors++
			continue
		}
		if r.GetKind() == "PrometheusRule" { // likewise
			c.rules = r.MustYaml()
			continue
		}
		if r.GetKind() == "Ingress" {
			into["Ingress"] = &c.ingress
		}
		target := into[r.GetKind()]
		if target == nil {
			t.Fatalf("%s: nothing checks a %s", dir, r.GetKind())
		}
		delete(into, r.GetKind())
		if err := yaml.UnmarshalStrict([]byte(r.MustYaml()), target); err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
	}
	if len(into) > 0 {
		t.Fatalf("%s lacks %v", dir, into)
	}
	return c
}

// each runs a check on the base and on the example.
func each(t *testing.T, check func(t *testing.T, c *cluster)) {
	t.Helper()
	for _, dir := range []string{"../kubernetes/base", "../kubernetes/overlays/example"} {
		t.Run(dir, func(t *testing.T) { check(t, built(t, dir)) })
	}
}

func TestKubernetesSelectorsMeet(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		labels := c.deployment.Spec.Template.Labels
		for name, selector := range map[string]map[string]string{
			"the deployment":    c.deployment.Spec.Selector.MatchLabels,
			"the service":       c.service.Spec.Selector,
			"the budget":        c.budget.Spec.Selector.MatchLabels,
			"the network rules": c.network.Spec.PodSelector.MatchLabels,
		} {
			if len(selector) == 0 {
				t.Errorf("%s selects every pod of the namespace", name)
			}
			for key, value := range selector {
				if labels[key] != value {
					t.Errorf("%s wants %s=%s, pods have %v", name, key, value, labels)
				}
			}
		}
		if c.scaler.Spec.ScaleTargetRef.Name != c.deployment.Name || c.deployment.Spec.Replicas != nil {
			t.Errorf("the number of replicas is the autoscaler's: %+v", c.scaler.Spec.ScaleTargetRef)
		}
		if from := c.deployment.Spec.Template.Spec.Containers[0].EnvFrom; from[0].ConfigMapRef.Name != c.settings.Name {
			t.Errorf("the settings are in %s", c.settings.Name)
		}
	})
}

// TestKubernetesIngressLeadsToTheService under the name that quotes are made for.
func TestKubernetesIngressLeadsToTheService(t *testing.T) {
	c := built(t, "../kubernetes/overlays/example")
	host := strings.TrimPrefix(c.settings.Data["PUBLIC_BASE_URL"], "https://")
	if len(c.ingress.Spec.Rules) != 1 || len(c.ingress.Spec.TLS) != 1 {
		t.Fatalf("%+v", c.ingress.Spec)
	}
	rule := c.ingress.Spec.Rules[0]
	if rule.Host != host || !slices.Equal(c.ingress.Spec.TLS[0].Hosts, []string{host}) {
		t.Errorf("it serves %s, and quotes name %s", rule.Host, host)
	}

	to := rule.HTTP.Paths[0].Backend.Service
	open := slices.ContainsFunc(c.service.Spec.Ports, func(p core.ServicePort) bool { return p.Name == to.Port.Name })
	if to.Name != c.service.Name || !open {
		t.Errorf("it leads to %s, port %s", to.Name, to.Port.Name)
	}
	// A proxy that sends a request again settles nothing twice, but does its work twice.
	if c.ingress.Annotations["nginx.ingress.kubernetes.io/proxy-next-upstream"] != "off" {
		t.Error("it may send a request to a second pod")
	}
}

// TestKubernetesRulesAreThoseOfPrometheus: the operator's object holds the same rules, indented.
func TestKubernetesRulesAreThoseOfPrometheus(t *testing.T) {
	if c := built(t, "../kubernetes/overlays/example"); !strings.Contains(c.rules, "FareboxDown") {
		t.Error("the example has no rules")
	}
	rules, err := os.ReadFile("../prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	const name = "../kubernetes/components/prometheusrule/prometheusrule.yaml"
	object, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}

	var of, in map[string]any
	if err := yaml.Unmarshal(rules, &of); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(object, &in); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in["spec"], any(of)) {
		t.Errorf("%s holds other rules; behind spec: stands the output of sed 's/^\\(.\\)/  \\1/' ../prometheus/alerts.yml", name)
	}
}

func TestKubernetesPodHasNoRights(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		pod := c.deployment.Spec.Template.Spec
		s := pod.Containers[0].SecurityContext
		if !*pod.SecurityContext.RunAsNonRoot || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation ||
			!slices.Equal(s.Capabilities.Drop, []core.Capability{"ALL"}) || *pod.AutomountServiceAccountToken ||
			pod.SecurityContext.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault {
			t.Errorf("%+v %+v", pod.SecurityContext, s)
		}
	})
}

// TestKubernetesWaitsForSettlements: a pod that is killed before has taken payments whose answers come late.
func TestKubernetesWaitsForSettlements(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		waits, err := time.ParseDuration(c.settings.Data["DRAIN_TIMEOUT"])
		if err != nil {
			t.Fatal(err)
		}
		pod := c.deployment.Spec.Template.Spec
		before := time.Duration(pod.Containers[0].Lifecycle.PreStop.Sleep.Seconds) * time.Second
		grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second
		if before <= 0 || grace < before+waits+rest {
			t.Errorf("%s do not last for %s, %s and %s", grace, before, waits, rest)
		}
	})
}

// TestKubernetesRestartsOnlyTheDead: a facilitator that is away makes a pod not ready; a restart would mend nothing.
func TestKubernetesRestartsOnlyTheDead(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		box := c.deployment.Spec.Template.Spec.Containers[0]
		for name, probe := range map[string]struct {
			probe *core.Probe
			path  string
		}{
			"startup":   {box.StartupProbe, "/health"},
			"liveness":  {box.LivenessProbe, "/health"},
			"readiness": {box.ReadinessProbe, "/health?ready=true"},
		} {
			get := probe.probe.HTTPGet
			open := slices.ContainsFunc(box.Ports, func(p core.ContainerPort) bool { return p.Name == get.Port.StrVal })
			if get.Path != probe.path || !open {
				t.Errorf("%s asks %s on %s", name, get.Path, get.Port.StrVal)
			}
		}
	})
}

// TestKubernetesSecretsAreMounted: a NAME_FILE outside of the mounted secret would stop the start.
func TestKubernetesSecretsAreMounted(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		pod := c.deployment.Spec.Template.Spec
		var at string
		for _, m := range pod.Containers[0].VolumeMounts {
			for _, v := range pod.Volumes {
				if v.Name == m.Name && v.Secret != nil {
					at = m.MountPath + "/"
				}
			}
		}
		files := 0
		for name, value := range c.settings.Data {
			if strings.HasSuffix(name, "_FILE") {
				files++
				if at == "" || !strings.HasPrefix(value, at) {
					t.Errorf("%s=%s, secrets are in %q", name, value, at)
				}
			}
		}
		if files == 0 {
			t.Error("no secret is used")
		}
	})
}

// TestKubernetesCallersReachNoPrivateAddress is the second lock behind the service's own refusal.
func TestKubernetesCallersReachNoPrivateAddress(t *testing.T) {
	each(t, func(t *testing.T, c *cluster) {
		if !slices.Contains(c.network.Spec.PolicyTypes, networking.PolicyTypeEgress) {
			t.Fatal("nothing bounds what goes out")
		}
		for _, a := range []struct {
			addr string
			want bool
		}{
			{"1.1.1.1", true},
			{"203.0.114.7", true},
			{"2606:4700:4700::1111", true},
			{"10.0.0.1", false},
			{"100.64.0.1", false},
			{"127.0.0.1", false},
			{"169.254.169.254", false},
			{"172.31.255.255", false},
			{"192.168.1.1", false},
			{"0.0.0.0", false},
			{"255.255.255.255", false},
			{"::1", false},
			{"fd00:ec2::254", false},
			{"fe80::1", false},
			{"::ffff:10.0.0.1", false},
		} {
			if got := lets(t, c.network, netip.MustParseAddr(a.addr)); got != a.want {
				t.Errorf("%s: %v", a.addr, got)
			}
		}
	})
}

// lets says whether a block of the egress rules has the address.
func lets(t *testing.T, n networking.NetworkPolicy, addr netip.Addr) bool {
	t.Helper()
	for _, rule := range n.Spec.Egress {
		if len(rule.To) == 0 {
			return true // a rule without a destination allows all
		}
		for _, to := range rule.To {
			if to.IPBlock == nil {
				continue
			}
			block := netip.MustParsePrefix(to.IPBlock.CIDR)
			in := block.Contains(addr)
			for _, text := range to.IPBlock.Except {
				except := netip.MustParsePrefix(text)
				if except != except.Masked() || !block.Contains(except.Addr()) {
					t.Errorf("%s is no part of %s", except, block)
				}
				in = in && !except.Contains(addr)
			}
			if in {
				return true
			}
		}
	}
	return false
}
