package guard

// safeText is a text that a Safe signs: what it says counts, and that the Safe is the account. Source:
// safe-global/safe-smart-account, CompatibilityFallbackHandler.sol.
func safeText(m *message, sh *shape) {
	p := &Plain{
		Bytes:  m.f.bytes("message"),
		Signer: m.Domain.VerifyingContract,
		Origin: m.Origin,
	}
	text := p.Text()
	m.add(Action{Kind: Message, Standard: sh.standard})
	switch in := readSignIn(text); {
	case in != nil:
		m.s.signIn(in, p)
	case bareHash.MatchString(text), len(p.Bytes) == 32 && !printable(text):
		m.hit(rawHash, "the message is a single 32-byte hash: whoever made it knows what it stands for, "+
			"the Safe does not")
	case !printable(text):
		m.hit(blindType, "the message is bytes that are no text: what is agreed to cannot be seen")
	}
}
