package mistake

// An Annotation is a comment //rcpool: that is wrong or has no effect.
type Annotation struct{ Wrong string }

// Category returns "annotation".
func (Annotation) Category() string { return "annotation" }

func (m Annotation) text(words) string { return m.Wrong }
