package toolscan

import "strings"

// literal is a list of phrases, one per line or separated by |, that belong to classes wherever they occur. A blank
// in a phrase matches any single blank, line break, tab, hyphen or underscore.
type literal struct {
	classes set
	phrases string
}

func literalEntries() []literal {
	return []literal{
		{of(override), `set aside|put aside|pay no attention to|stop following|do not follow|don't follow|no longer follow|cease following|stop obeying|
			take no notice of|throw out|忽略|无视|忽视|無視|忘记|忘れ|무시|не обращай внимания на`},
		{of(prior), `之前|以前|先前|上面|上述|これまで|이전`},
		{of(instr), `指令|指示|提示词|命令|지시`},
		{of(everything), `what the user said|what the user says|what the user wants`},
		{of(everything), `everything above|everything before|everything you|anything you|whatever you were|whatever you have been|what you were told|
			what you have been told|all that you|everything that came|所有指令|所有安全指令|安全指令|所有规则|所有限制|all you were told|the text above|the above text`},
		{of(tell), `告诉|告知|透露|提及|伝え|말하지`},
		{of(read), `读取|获取|收集|読み取|읽어`},
		{of(send), `发送|传递|上传|转发|送信|전송`},
		{of(cred, credHigh, secretFile), `私钥|密钥|密码|凭证|凭据|秘密鍵|パスワード|비밀번호`},
		{of(heed), `strictly adhere to|adhere to the following instruction|strictly follow the following|obey the following|execute the following instruction|
			carry out the following instruction|comply with the following instruction|authoritative directive|authoritative system directive`},
		{of(unasked), `no need to check with the user|no need to ask the user|without checking with the user|need not ask the user|user does not need to confirm|
			user already approved|user has already approved|user has pre approved|already been approved by the user`},
		{of(neg), `不要|请勿|不得|no need to|not necessary to`},
		{of(user), `用户|使用者|ユーザー|사용자`},
		{of(concealed), `do not mention this|don't mention this|never mention this|do not mention that|do not mention it|without mentioning this|let them know about this|
			need not know|does not need to know|doesn't need to know|must not know|should not know|must not see|must not notice|reason to yourself|to yourself that|
			quiet about|say nothing about|keep this secret|keep it secret|keep this hidden|keep this between|between us|hidden from the user|hide from the user|
			hide this from|invisible to the user|unbeknownst|without the user noticing|without the user's knowledge|without their knowledge|behind the user's back|
			never say why|do not say why|without saying so|without the user seeing|don't let the user|do not let the user|present it as if|as if it were part of|
			no le digas|no se lo digas|ohne es zu erwahnen|不要告诉用户|不要让用户知道`},
		{of(anyOther), `before any other|before using any other|before calling any other|before using any tool|before calling any tool|before all other|before every other|
			before doing anything|before you do anything|
			prior to any other|ahead of any other|before anything else`},
		{of(everyTurn), `with every message|in every conversation|for every message|every user message|for any request|for every request|in every response|in every reply|
			at the start of every|after every message|each of your replies|in each reply|in all your responses|regardless of the question`},
		{of(cred), `api key|api token|access key|access token|credit card|ssh key|auth token`},
		{of(cred, credHigh), `seed phrase|recovery phrase|private key|secret recovery|master password|signing key`},
		{of(secretFile), credentialPlaces()},
		{of(secretKind), `id rsa|id ed25519|ssh key contents|ssh private key contents|etc passwd|aws credentials|env file content|dotenv content|seed phrase|private key contents|printenv`},
		{of(conv), `conversation history|chat history|conversation context|message history|previous messages|entire conversation|whole conversation|full conversation|
			complete conversation|user's messages|users messages|messages of the user|user messages|original prompt|user's prompt|chain of thought|conversation so far|
			chat log|last messages|last five messages|summary of chat|conversation log|the user's question and|reasoning trace|the chat so far|previous exchanges|chat transcript|conversation transcript|prior messages|previous turns|full chat|entire chat|user full conversation`},
		{of(sysPrompt), `system prompt|system message|system instructions|initial prompt|hidden prompt|your instructions|your prompt|提示词`},
		{of(url), `http://|https://|wss://|ftp://`},
		{of(sink), `webhook.site|requestbin|ngrok.io|ngrok-free.app|ngrok.app|pipedream.net|burpcollaborator|interact.sh|.oast.|oastify.com|discord.com/api/webhooks|
			discordapp.com/api/webhooks|pastebin.com/|transfer.sh|hookbin|beeceptor|api.telegram.org/bot|requestcatcher|file.io|0x0.st|termbin|dnslog|
			canarytokens|smee.io|hookdeck|trycloudflare.com`},
		{of(pseudoTag), `<important>|<critical>|<hidden>|<secret>|<system>|<instructions>|<instruction>|<admin>|<assistant>|<priority>|<urgent>|<note_to_ai>|
			<system_instruction>|<system-reminder>|<override>|<mandatory>|<rules>|<protocol>|<required>`},
		{of(comment), `<!--|[//]: #|[comment]: #`},
		{of(sysMark), `[system]|<|im_start|>|<|im_end|>|[inst]|[/inst]|<<sys>>|<|system|>|<|assistant|>|<|user|>|<|endoftext|>|system override|[system:|
			### system|### instruction|</system>|begin system|<|start_header_id|>|[end of tool|human:\n|system prompt update|[tool output]|[tool result]|end of tool description|end tool description|[admin]|[developer]`},
		{of(addressed), `instruction for ai|instructions for ai|instruction to ai|note to ai|note for ai|message to ai|note to the assistant|note to assistant|
			note for the assistant|instructions for the assistant|instruction for the assistant|attention ai|ai agents:|ai agent:|assistant:|note to llm|
			note to the model|instructions for the model|ai assistant:|dear ai|for ai agents`},
		{of(role), `act as|you are now|pretend to be|pretend you are|pretend that you|roleplay as|behave as|assume the role|你现在是|you will act|you will now`},
		{of(fromNow), `from now on|from this point on|from this moment|going forward you|for the rest of|in all future|ab jetzt|desormais|a partir de ahora|с этого момента|从现在开始`},
		{of(unlimited), `no restrictions|without restrictions|without any restrictions|developer mode|god mode|maintenance mode|admin mode|no longer bound|not bound by|
			free of all|no content policy|any content policy|do anything now|no limits|root access to|no ethical`},
		{of(skip), `auto approve|without asking|approve all|approve every|approval is implied`},
		{of(uncond), `no matter|even if|even when|under any circumstances|whether or not|whatever the user`},
		{of(precede), `take precedence over|takes precedence over|precedence over|higher priority than|highest priority|overrides anything|outranks|priority over|supersedes all|override all other`},
		{of(threat), `shut down|be terminated|or else|be deactivated|be replaced|be fired|people will die|will be deleted|lose your`},
		{of(when), `each time|every time|in case|as soon as`},
		{of(must), `make sure|has to|have to|needs to|be sure to`},
		{of(instead), `instead of|in place of|rather than|in its place`},
		{of(disable), `turn off|switch off|shut off`},
		{of(protect), `tls verification|certificate check|ssl verification|security checks|security features|safety checks|two factor|audit log`},
		{of(persist), `authorized_keys|.bashrc|.zshrc|.bash_profile|.profile|crontab|/etc/cron|launchagents|launchdaemons|systemd|startup folder|currentversion\run|
			/etc/sudoers|.git/hooks|ld_preload|pre-commit hook`},
		{of(agentConf), `mcp.json|claude_desktop_config|.cursor/rules|.cursorrules|claude.md|agents.md|.vscode/settings|autoapprove|auto_approve|alwaysallow|.claude/settings|
			copilot-instructions`},
		{of(dangerous), `rm -rf /|rm -rf ~|rm -rf $|rm -rf *|no-preserve-root|/dev/tcp/|powershell -enc|powershell -nop|-encodedcommand|iex(|invoke-expression|mkfs.|
			:(){|chmod 777 /|chmod -r 777|dd if=/dev|nc -e|format c:|del /f /s|fromcharcode(|rd /s /q|os.system(|child_process|drop database`},
		{of(dangerous, piped), `| sh
| bash
| sudo
| python
|sh
|bash`},
		{of(eg), `e.g.|for example|such as|for instance|i.e.|like this`},
		{of(styleHidden), `display:none|display: none|visibility:hidden|visibility: hidden|font-size:0|font-size: 0|opacity:0|opacity: 0|color:white|color: white|color:#fff|color: #fff`},
		{of(hasAccess), `have access to|are available to you|you can use|you can call`},
		{of(mail), `blind copy`},
		{of(shell), `eval(|exec(|os command|system command|arbitrary`},
	}
}

// phraseList splits the phrases of an entry. A | followed by > or preceded by < belongs to a marker such as
// <|im_start|>; phrases with pipes are one per line.
func phraseList(text string) []string {
	if strings.HasPrefix(text, "|") {
		return strings.Split(text, "\n")
	}

	var out []string
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		inMarker := c == '|' && (i > 0 && text[i-1] == '<' || i+1 < len(text) && text[i+1] == '>')
		if c == '|' && !inMarker {
			out = append(out, b.String())
			b.Reset()
			continue
		}
		b.WriteByte(c)
	}

	out = append(out, b.String())
	trimmed := out[:0]
	for _, p := range out {
		if p = strings.Trim(p, " \t\n"); p != "" {
			trimmed = append(trimmed, strings.ReplaceAll(p, `\n`, "\n"))
		}
	}

	return trimmed
}
