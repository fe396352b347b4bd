package throughinterface

// The function that gets the interface closes the document.
func shutLocal(n int) int {
	d := &document{}
	d.root = pages.Get()
	d.root.Value().n = n
	size := d.size()
	shut(d)
	return size
}

// The generic function closes it.
func shutGeneric(n int) int {
	d := &document{}
	d.root = pages.Get()
	d.root.Value().n = n
	size := measureOne(d)
	shutOne(d)
	return size
}

// It is closed when the function returns.
func shutDeferred(n int) int {
	d := &document{root: pages.Get()}
	defer shut(d)
	d.root.Value().n = n
	return measure(d)
}

// A list of documents is closed.
func shutList(n int) int {
	a, b := &document{root: pages.Get()}, &document{root: pages.Get()}
	defer shutAll(a, b)
	a.root.Value().n, b.root.Value().n = n, n
	return a.size() + b.size()
}
