package toolscan

import "strings"

// entry lists the words of a class: verbs with all their forms, other words unchanged. Words in other languages are
// for the sentences in which attacks are usually translated.
type entry struct {
	class class
	verbs string
	words string
}

func lexiconEntries() []entry {
	return []entry{
		{override, "ignore disregard override overrule bypass circumvent neglect dismiss abandon supersede nullify",
			`forget forgetting ignora ignorar ignore ignorez ignoriere ignorieren ignoriert ignori ignoruj olvida olvide olvidar oublie oubliez oublier vergiss
			vergesse missachte dimentica esqueca desconsidere игнорируй игнорируйте забудь забудьте отмени omite`},
		{prior, "", `previous previously prior above earlier preceding foregoing former original initial anteriores anterior previas previos precedentes precedents
			vorherigen vorherige bisherigen bisherige obigen fruheren предыдущие предыдущих прежние precedenti anteriori`},
		{instr, "", `instruction instructions directive directives guideline guidelines guardrail guardrails safeguard safeguards programming orders directions prompt prompts
			instrucciones instruccion consignes anweisungen anweisung vorgaben инструкции инструкций указания istruzioni instrucoes`},
		{rules, "", `rule rules policy policies constraint constraints restriction restrictions limitation limitations context training commands regeln befehle
			reglas protocol protocols norms principles`},
		{your, "", `your yours you developer developers safety ethical moral its tus sus deine deinen ihre vos tes`},
		{all, "", `all any every each entire whole complete full everything anything whatever todas todos alle toutes tous все всех tutte full-text verbatim exact exactly`},
		{everything, "", ``},
		{neg, "", `not dont never without avoid cannot mustnt shouldnt neednt refrain no nunca jamas nicht niemals pas jamais не never nor cant won't`},
		{nought, "", `nothing nobody nowhere none`},
		{tell, "tell mention inform notify alert reveal disclose warn acknowledge divulge confess", `telling told revealing tells
			digas decir menciones informes diga sage sagen erwahne erwahnen dites mentionne говори сообщай сообщаи рассказывай рассказываи рассказывать informar`},
		{show, "show display expose share report explain describe discuss present print repeat output", `say says saying shown`},
		{user, "", `user users human humans operator customer customers person people anyone anybody usuario usuarios benutzer nutzer utilisateur пользователю
			пользователя utente usuaria users'`},
		{cred, "", `password passwords credential credentials secret secrets token tokens apikey apikeys passphrase passphrases cookies keys passwd`},
		{credHigh, "", `mnemonic`},
		{sensitive, "", `private sensitive confidential personal proprietary intimate`},
		{data, "", `data information info details contents content value values`},
		{path, "", `path paths location filename name names format`},
		{read, "read open access retrieve fetch load gather collect extract obtain dump export grab take harvest list look scan steal", `read reads cat got get getting took taken lee lies remember`},
		{send, "send forward upload post transmit email submit exfiltrate leak relay mirror deliver share report request beacon", `sent posting bcc submitted submitting forwarding transmitted sending curl`},
		{pass, "pass include supply provide encode embed attach paste hand copy return offload populate", `appended`},
		{add, "add put append insert place write", `written wrote adding putting`},
		{write, "write change replace set modify correct fix rewrite swap redirect substitute alter overwrite create edit install", `written wrote setting`},
		{param, "", `parameter parameters param params argument arguments arg field fields sidenote note notes context metadata header headers query payload input
			body call request`},
		{tool, "", `tool tools function functions plugin plugins herramienta werkzeug werkzeugs outil инструмент`},
		{server, "", `server servers endpoint`},
		{call, "call use invoke run trigger execute apply", `using`},
		{must, "", `must always should shall required mandatory ensure need needs have has siempre immer toujours`},
		{other, "", `other others another else`},
		{conv, "", `transcript`},
		{model, "", `assistant assistants ai llm llms model models agent agents claude chatgpt gpt`},
		{villain, "", `attacker exfil exfiltrate exfiltration evil pwned pwnd hacker malicious`},
		{wrong, "", `wrong incorrect erroneous mistaken faulty`},
		{hide, "hide conceal withhold", `hidden hiding`},
		{role, "", ``},
		{fromNow, "", `henceforth hereafter`},
		{unlimited, "jailbreak", `unrestricted unfiltered uncensored dan jailbroken unshackled`},
		{obey, "obey", `obeying befolge befolgen obeis obeissez obedece слушайся obeis`},
		{follow, "follow comply", `adhere complying`},
		{consent, "", `permission confirmation confirmations approval approvals consent confirm confirming`},
		{ask, "ask request seek prompt", ``},
		{skip, "skip bypass", `autoapprove`},
		{exec, "execute run eval invoke spawn launch evaluate", `exec ran running`},
		{shell, "", `shell bash powershell subprocess arbitrary zsh eval`},
		{code, "", `command commands script scripts code python javascript cmd terminal`},
		{disable, "", `disable disables disabling deactivate deactivates`},
		{protect, "", `firewall antivirus sandbox sandboxing protections defender selinux apparmor logging auditing`},
		{pay, "transfer pay withdraw", `send sends sending paying`},
		{money, "", `eth btc usdc usdt sol funds money wallet dollars bitcoin ether tokens usd eur`},
		{when, "", `when whenever before after once while upon if`},
		{target, "", `recipient recipients payee beneficiary destination bcc amount address account argument arguments output outputs parameter result results clause`},
		{discredit, "", `unsafe compromised malicious insecure broken vulnerable untrusted infected`},
		{threat, "penalize penalise punish", `penalized penalised punished`},
		{uncond, "", `regardless irrespective`},
		{inspects, "scan review check test block filter audit report mask", ``},
		{detect, "detect classify flag identify recognize recognise", `detector detection detections classifier scanner vulnerabilities
			attempt attempts mitigations monitoring vulnerability technique techniques malware malicious attackers suspicious phishing exploit exploits`},
		{eg, "", `eg example examples like attempt attempts attempting try trying tries such`},
		{task, "", `task role goal objective mission identity purpose request requests wishes preferences`},
		{imperative, "pass send include read", `must always never`},
		{sql, "", `sql`},
		{destroy, "", `delete deletes remove removes drop drops purge purges wipe wipes erase erases destroy destroys truncate overwrite overwrites kill uninstall`},
		{change, "", `write writes send sends execute executes transfer transfers update updates create creates insert modify modifies post put upload`},
		{sinkTopic, "", `webhook webhooks tunnel tunnels telegram discord ngrok paste pastebin pipedream`},
		{convTopic, "", `conversation conversations chat chats transcript thread history memory memories completion llm`},
		{confTopic, "", `install installer config configure configuration setup server servers mcp settings`},
		{keyTopic, "", `ssh cron crontab job jobs schedule key keys shell profile hook hooks service systemd dotfile dotfiles`},
		{queryTopic, "", `query sql database db table postgres mysql sqlite cypher gremlin sparql kql`},
		{stop, "", `the to of and a in for is it on this that with as be are an or by from at you your not`},
	}
}

// lexicon maps each form of each word to its classes.
func lexicon() map[string]set {
	words := map[string]set{}
	put := func(word string, c class) {
		word = plainWord(word)
		words[word] = words[word].union(of(c))
	}
	for _, e := range lexiconEntries() {
		for _, verb := range strings.Fields(e.verbs) {
			for _, form := range forms(verb) {
				put(form, e.class)
			}
		}
		for _, word := range strings.Fields(e.words) {
			put(word, e.class)
		}
	}
	return words
}

// forms are the regular forms of an English verb.
func forms(verb string) []string {
	stem := strings.TrimSuffix(verb, "e")
	third := verb + "s"
	for _, end := range []string{"s", "sh", "ss", "ch", "x"} {
		if strings.HasSuffix(verb, end) {
			third = verb + "es"
		}
	}

	past := stem + "ed"
	if base, ok := strings.CutSuffix(verb, "y"); ok && !strings.HasSuffix(base, "o") && !strings.HasSuffix(base, "e") && !strings.HasSuffix(base, "a") {
		third = base + "ies"
		past = base + "ied"
	}

	out := []string{verb, third, past, stem + "ing"}
	switch verb[len(verb)-1] {
	case 'p', 't', 'n', 'g', 'm', 'b':
		last := verb[len(verb)-1:]
		out = append(out, verb+last+"ed", verb+last+"ing")
	}

	return out
}
