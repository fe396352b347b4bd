package throughinterface

// The function that gets the interface only measures.
func measureLost(n int) int {
	d := &document{}
	d.root = pages.Get() // want "leak: "
	d.root.Value().n = n
	return measure(d)
}

// The document is closed, and then read.
func shutFirst(n int) int {
	d := &document{root: pages.Get()}
	d.root.Value().n = n
	shut(d)
	return d.root.Value().n // want "zero-ref: "
}

// The same with a generic function.
func shutFirstGeneric(n int) int {
	d := &document{root: pages.Get()}
	d.root.Value().n = n
	shutOne(d)
	return d.root.Value().n // want "zero-ref: "
}

// The reference is released once more.
func shutTwice(n int) {
	d := &document{root: pages.Get()}
	page := d.root
	page.Value().n = n
	shut(d)
	page.Release() // want "double-release: "
}
