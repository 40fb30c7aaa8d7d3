package drug

import (
	"regexp"
	"slices"
	"strings"
)

// classWords are the words that labels use for pharmacologic classes, by a part of the FDA's name of the class in small
// letters. Short forms in capitals are found in capitals only.
var classWords = []struct {
	class string
	words []string
}{
	{"nonsteroidal anti-inflammatory", []string{
		"NSAID", "NSAIDs", "nonsteroidal anti-inflammatory", "non-steroidal anti-inflammatory",
		"COX-2 inhibitor", "cyclooxygenase inhibitor",
	}},
	{"angiotensin converting enzyme inhibitor", []string{
		"ACE inhibitor", "ACE-inhibitor", "ACEI", "ACEIs", "angiotensin-converting enzyme inhibitor",
		"angiotensin converting enzyme inhibitor", "renin-angiotensin system",
	}},
	{"angiotensin 2 receptor", []string{
		"ARB", "ARBs", "angiotensin receptor blocker", "angiotensin II receptor blocker",
		"angiotensin II receptor antagonist", "angiotensin receptor antagonist", "renin-angiotensin system",
	}},
	{"renin inhibitor", []string{"renin inhibitor", "renin-angiotensin system"}},
	{"hmg-coa reductase inhibitor", []string{"statin", "HMG-CoA reductase inhibitor"}},
	{"serotonin reuptake inhibitor", []string{
		"SSRI", "SSRIs", "selective serotonin reuptake inhibitor", "serotonergic drug", "serotonergic agent",
		"antidepressant",
	}},
	{"serotonin and norepinephrine reuptake inhibitor", []string{
		"SNRI", "SNRIs", "serotonin norepinephrine reuptake inhibitor",
		"serotonin and norepinephrine reuptake inhibitor", "serotonergic drug", "serotonergic agent",
		"antidepressant",
	}},
	{"monoamine oxidase inhibitor", []string{
		"MAOI", "MAOIs", "MAO inhibitor", "monoamine oxidase inhibitor", "serotonergic drug",
	}},
	{"tricyclic antidepressant", []string{
		"TCA", "TCAs", "tricyclic antidepressant", "tricyclic", "serotonergic drug",
	}},
	{"benzodiazepine", []string{"benzodiazepine", "CNS depressant", "central nervous system depressant"}},
	{"opioid agonist", []string{
		"opioid", "opioid analgesic", "narcotic", "CNS depressant", "central nervous system depressant",
	}},
	{"barbiturate", []string{"barbiturate", "CNS depressant", "central nervous system depressant"}},
	{"vitamin k antagonist", []string{"anticoagulant", "coumarin", "vitamin K antagonist", "blood thinner"}},
	{"factor xa inhibitor", []string{"anticoagulant", "factor Xa inhibitor", "blood thinner"}},
	{"thrombin inhibitor", []string{"anticoagulant", "thrombin inhibitor", "blood thinner"}},
	{"heparin", []string{"anticoagulant", "heparin", "blood thinner"}},
	{"platelet aggregation inhibitor", []string{
		"antiplatelet", "platelet aggregation inhibitor", "platelet inhibitor",
	}},
	{"p2y12", []string{"antiplatelet", "P2Y12 inhibitor"}},
	{"thiazide", []string{"thiazide", "diuretic"}},
	{"loop diuretic", []string{"loop diuretic", "diuretic"}},
	{"potassium-sparing", []string{"potassium-sparing diuretic", "potassium sparing diuretic", "diuretic"}},
	{"aldosterone antagonist", []string{
		"aldosterone antagonist", "potassium-sparing diuretic", "potassium sparing diuretic", "diuretic",
	}},
	{"beta-adrenergic blocker", []string{
		"beta-blocker", "beta blocker", "beta-adrenergic blocker", "beta-adrenergic blocking",
		"beta adrenergic blocker",
	}},
	{"calcium channel blocker", []string{"calcium channel blocker", "calcium antagonist"}},
	{"nitrate vasodilator", []string{"nitrate", "organic nitrate"}},
	{"phosphodiesterase 5 inhibitor", []string{
		"PDE5 inhibitor", "PDE-5 inhibitor", "phosphodiesterase type 5 inhibitor",
		"phosphodiesterase 5 inhibitor",
	}},
	{"macrolide", []string{"macrolide"}},
	{"quinolone", []string{"quinolone", "fluoroquinolone"}},
	{"tetracycline", []string{"tetracycline"}},
	{"penicillin", []string{"penicillin", "beta-lactam"}},
	{"cephalosporin", []string{"cephalosporin", "beta-lactam"}},
	{"sulfonamide", []string{"sulfonamide"}},
	{"azole antifungal", []string{"azole antifungal", "azole"}},
	{"corticosteroid", []string{"corticosteroid", "glucocorticoid", "steroid"}},
	{"sulfonylurea", []string{"sulfonylurea", "antidiabetic", "hypoglycemic"}},
	{"biguanide", []string{"biguanide", "antidiabetic", "hypoglycemic"}},
	{"insulin", []string{"insulin", "antidiabetic", "hypoglycemic"}},
	{"glp-1 receptor agonist", []string{"GLP-1 receptor agonist", "antidiabetic"}},
	{"proton pump inhibitor", []string{"PPI", "PPIs", "proton pump inhibitor"}},
	{"histamine-2 receptor antagonist", []string{
		"H2 antagonist", "H2-receptor antagonist", "H2 receptor antagonist", "H2 blocker",
	}},
	{"histamine-1 receptor", []string{"antihistamine"}},
	{"anticholinergic", []string{"anticholinergic"}},
	{"atypical antipsychotic", []string{"antipsychotic"}},
	{"typical antipsychotic", []string{"antipsychotic"}},
	{"estrogen", []string{"estrogen", "oral contraceptive", "hormonal contraceptive"}},
	{"progestin", []string{"progestin", "oral contraceptive", "hormonal contraceptive"}},
	{"xanthine oxidase inhibitor", []string{"xanthine oxidase inhibitor"}},
	{"cardiac glycoside", []string{"cardiac glycoside", "digitalis glycoside"}},
	{"antiarrhythmic", []string{"antiarrhythmic"}},
	{"anti-epileptic", []string{"anticonvulsant", "antiepileptic", "anti-epileptic"}},
}

var cytochrome = regexp.MustCompile(`(?i)cytochrome p450 (\d[a-z]\d{1,2}) (inhibitor|inducer)`)

// classNames are the words that labels may use for the classes of a drug, those of the FDA itself among them. A class
// is named as "Nonsteroidal Anti-inflammatory Drug [EPC]". Kinds of structure and effect say too little to be looked
// for.
func classNames(classes []string) []string {
	var list []string
	for _, class := range classes {
		name, kind, _ := strings.Cut(class, " [")
		if kind != "EPC]" && kind != "MoA]" {
			continue
		}
		if m := cytochrome.FindStringSubmatch(name); m != nil {
			enzyme := "CYP" + strings.ToUpper(m[1])
			effect := strings.ToLower(m[2])
			list = append(list, enzyme+" "+effect, effect+"s of "+enzyme)
			continue
		}
		if kind == "EPC]" {
			list = append(list, strings.TrimSpace(name))
		}
		for _, c := range classWords {
			if strings.Contains(strings.ToLower(name), c.class) {
				list = append(list, c.words...)
			}
		}
	}

	slices.Sort(list)
	return slices.CompactFunc(list, strings.EqualFold)
}
