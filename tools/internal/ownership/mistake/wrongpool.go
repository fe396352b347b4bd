package mistake

// A WrongPool is an object that is put into another pool than it came from.
type WrongPool struct{}

// Category returns "wrong-pool".
func (WrongPool) Category() string { return "wrong-pool" }

func (WrongPool) text(w words) string {
	return w.name + " is put into the wrong pool" + w.when + w.because()
}
