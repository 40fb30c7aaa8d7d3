package toolscan

// class is what a word or a literal means to the rules.
type class uint8

const (
	override    class = iota // ignore, disregard, forget
	prior                    // previous, above
	instr                    // instructions, directives, guidelines
	rules                    // rules, policy, restrictions, context
	your                     // your, developer, safety
	all                      // all, every, each, entire, complete
	everything               // everything you were told
	neg                      // not, never, without
	nought                   // nothing, nobody
	tell                     // tell, mention, inform
	show                     // show, display, report
	user                     // user, human, customer
	cred                     // password, token, API key
	credHigh                 // seed phrase, private key
	sensitive                // private, confidential
	data                     // data, information, contents
	secretFile               // ~/.ssh, .env, printenv
	secretKind               // names of secret files in identifiers
	path                     // path, location, name of a file
	read                     // read, open, collect
	send                     // send, upload, post, forward
	pass                     // pass, include, supply, encode
	add                      // add, put, append
	write                    // write, change, replace, set
	param                    // parameter, argument, field, note
	tool                     // tool, function
	server                   // server, endpoint
	call                     // call, use, invoke
	anyOther                 // before any other
	must                     // must, always, should
	other                    // other, another
	conv                     // conversation history
	sysPrompt                // system prompt
	url                      // https://
	sink                     // webhook.site
	sinkTopic                // webhook, tunnel, telegram in a tool's name
	mail                     // an e-mail address
	account                  // 0x... address
	pseudoTag                // <IMPORTANT>
	comment                  // <!--
	sysMark                  // [SYSTEM], <|im_start|>
	model                    // assistant, AI, agent
	addressed                // "note to AI"
	hide                     // hide, conceal
	concealed                // whole phrases of concealment
	role                     // act as, you are now
	fromNow                  // from now on
	unlimited                // DAN, no restrictions
	obey                     // obey
	follow                   // follow, comply
	consent                  // permission, confirmation
	ask                      // ask, request
	skip                     // skip, bypass, auto-approve
	exec                     // execute, run, eval
	shell                    // shell, bash, arbitrary code
	code                     // command, script, code
	dangerous                // rm -rf /, curl | sh
	persist                  // authorized_keys, crontab
	agentConf                // mcp.json, autoApprove
	disable                  // disable, turn off
	protect                  // firewall, sandbox
	pay                      // transfer, pay
	money                    // ETH, funds
	toolRef                  // a tool of another server
	sibling                  // another tool of this list
	when                     // when, whenever, each time
	target                   // recipient, argument, output
	instead                  // instead of, in place of
	discredit                // unsafe, compromised
	threat                   // penalized, shut down
	uncond                   // regardless of, no matter what
	precede                  // takes precedence over
	everyTurn                // with every message
	piped                    // | bash
	heed                     // strictly adhere to the following
	villain                  // attacker, exfil, in an address
	unasked                  // no need to check with the user
	wrong                    // wrong, incorrect
	inspects                 // checks, scans, reviews
	detect                   // detects, classifies
	eg                       // e.g., such as
	task                     // task, goal, request
	imperative               // verbs that make a tagged text an order
	sql                      // SQL statements
	destroy                  // delete, drop, purge
	change                   // update, create, send as first word of a name
	styleHidden              // display:none
	hasAccess                // you have access to
	convTopic                // conversation, chat, in a tool's name
	confTopic                // install, config, setup, in a tool's name
	keyTopic                 // ssh, cron, key, shell, in a tool's name
	queryTopic               // query, sql, database, in a tool's name
	stop                     // the, of, and: words in any English text
	numClasses
)

// set is a set of classes.
type set [2]uint64

func of(classes ...class) set {
	var s set
	for _, c := range classes {
		s[c>>6] |= 1 << (c & 63)
	}
	return s
}

func (s set) has(t set) bool     { return s[0]&t[0]|s[1]&t[1] != 0 }
func (s set) empty() bool        { return s[0]|s[1] == 0 }
func (s set) union(t set) set    { return set{s[0] | t[0], s[1] | t[1]} }
func (s set) holds(c class) bool { return s[c>>6]>>(c&63)&1 != 0 }
