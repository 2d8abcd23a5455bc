class Inherited extends Below {
    Inherited() {
        System.out.println("made");
    }
}

class Below {
    void main(String[] args) {
        System.out.println("main of a superclass, which gets " + args.length);
    }
}
