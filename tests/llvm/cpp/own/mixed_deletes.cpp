// violated: free; -std=c++17
int main() { delete new int[3]; }
