package canon

// symbols are the commands of TeX, LaTeX and amssymb for characters (unicode-math-table of the LaTeX project names them
// alike). Invisible operators have none.
var symbols = map[rune]string{
	'\u2061': "", '\u2062': "", '\u2063': "", '\u2064': "", '\u200b': "", '\ufeff': "", '\ufe00': "",

	'α': `\alpha`, 'β': `\beta`, 'γ': `\gamma`, 'δ': `\delta`, 'ε': `\varepsilon`, 'ϵ': `\epsilon`, 'ζ': `\zeta`,
	'η': `\eta`, 'θ': `\theta`, 'ϑ': `\vartheta`, 'ι': `\iota`, 'κ': `\kappa`, 'λ': `\lambda`, 'μ': `\mu`, 'µ': `\mu`,
	'ν': `\nu`, 'ξ': `\xi`, 'π': `\pi`, 'ϖ': `\varpi`, 'ρ': `\rho`, 'ϱ': `\varrho`, 'σ': `\sigma`, 'ς': `\varsigma`,
	'τ': `\tau`, 'υ': `\upsilon`, 'φ': `\varphi`, 'ϕ': `\phi`, 'χ': `\chi`, 'ψ': `\psi`, 'ω': `\omega`,
	'Γ': `\Gamma`, 'Δ': `\Delta`, 'Θ': `\Theta`, 'Λ': `\Lambda`, 'Ξ': `\Xi`, 'Π': `\Pi`, 'Σ': `\Sigma`,
	'Υ': `\Upsilon`, 'Φ': `\Phi`, 'Ψ': `\Psi`, 'Ω': `\Omega`, 'ℏ': `\hbar`, 'ℓ': `\ell`, '℘': `\wp`, 'ℜ': `\Re`,
	'ℑ': `\Im`, 'ℵ': `\aleph`, 'ı': `\imath`, 'ȷ': `\jmath`, 'ℝ': `\mathbb{R}`, 'ℂ': `\mathbb{C}`, 'ℕ': `\mathbb{N}`,
	'ℤ': `\mathbb{Z}`, 'ℚ': `\mathbb{Q}`, 'ℙ': `\mathbb{P}`, 'ℍ': `\mathbb{H}`, 'ℒ': `\mathcal{L}`, 'ℱ': `\mathcal{F}`,
	'ℋ': `\mathcal{H}`, 'ℬ': `\mathcal{B}`, 'ℰ': `\mathcal{E}`, 'ℳ': `\mathcal{M}`, 'ℛ': `\mathcal{R}`,

	'−': "-", '±': `\pm`, '∓': `\mp`, '×': `\times`, '÷': `\div`, '·': `\cdot`, '⋅': `\cdot`, '∗': "*", '⋆': `\star`,
	'∘': `\circ`, '•': `\bullet`, '⊕': `\oplus`, '⊗': `\otimes`, '⊖': `\ominus`, '⊙': `\odot`, '∧': `\wedge`,
	'∨': `\vee`, '∩': `\cap`, '∪': `\cup`, '⊔': `\sqcup`, '⊓': `\sqcap`, '∖': `\setminus`, '†': `\dagger`, '‡': `\ddagger`,

	'≠': `\neq`, '≤': `\leq`, '≥': `\geq`, '⩽': `\leqslant`, '⩾': `\geqslant`, '≪': `\ll`, '≫': `\gg`, '≈': `\approx`,
	'≃': `\simeq`, '≅': `\cong`, '≡': `\equiv`, '∼': `\sim`, '∝': `\propto`, '≺': `\prec`, '≻': `\succ`, '⪯': `\preceq`,
	'⪰': `\succeq`, '≔': `\coloneqq`, '≜': `\triangleq`, '∣': `\mid`, '∤': `\nmid`, '∥': `\parallel`, '‖': `\|`,
	'⊥': `\perp`, '⊤': `\top`, '⊢': `\vdash`, '⊨': `\models`, '∈': `\in`, '∉': `\notin`, '∋': `\ni`, '⊂': `\subset`,
	'⊃': `\supset`, '⊆': `\subseteq`, '⊇': `\supseteq`, '⊊': `\subsetneq`, '≮': `\nless`, '≲': `\lesssim`, '≳': `\gtrsim`,

	'→': `\to`, '←': `\leftarrow`, '↔': `\leftrightarrow`, '⇒': `\Rightarrow`, '⇐': `\Leftarrow`, '⇔': `\Leftrightarrow`,
	'⟶': `\longrightarrow`, '⟵': `\longleftarrow`, '⟹': `\Longrightarrow`, '⟸': `\Longleftarrow`, '⟺': `\iff`,
	'↦': `\mapsto`, '⟼': `\longmapsto`, '↑': `\uparrow`, '↓': `\downarrow`, '↗': `\nearrow`, '↘': `\searrow`,
	'↪': `\hookrightarrow`, '⇀': `\rightharpoonup`, '⇌': `\rightleftharpoons`, '↠': `\twoheadrightarrow`,

	'∑': `\sum`, '∏': `\prod`, '∐': `\coprod`, '∫': `\int`, '∬': `\iint`, '∭': `\iiint`, '∮': `\oint`, '⋂': `\bigcap`,
	'⋃': `\bigcup`, '⨁': `\bigoplus`, '⨂': `\bigotimes`, '⋁': `\bigvee`, '⋀': `\bigwedge`, '√': `\surd`,

	'∂': `\partial`, '∇': `\nabla`, '∞': `\infty`, '∀': `\forall`, '∃': `\exists`, '∄': `\nexists`, '¬': `\neg`,
	'∅': `\emptyset`, '∠': `\angle`, '△': `\triangle`, '□': `\square`, '◻': `\square`, '■': `\blacksquare`, '◊': `\diamond`,
	'⋄': `\diamond`, '′': "'", '″': "''", '‴': "'''", '…': `\ldots`, '⋯': `\cdots`, '⋮': `\vdots`, '⋱': `\ddots`,
	'°': `^\circ`, '⟨': `\langle`, '⟩': `\rangle`, '〈': `\langle`, '〉': `\rangle`, '⌊': `\lfloor`, '⌋': `\rfloor`,
	'⌈': `\lceil`, '⌉': `\rceil`, '∴': `\therefore`, '∵': `\because`, '\u00a0': `\ `, '\u2009': `\,`, '\u2003': `\quad`,
	'\u2005': `\;`, '\u2004': `\;`,
}
